import { expect, it } from "vitest";
import { textWorker } from "../src/index.ts";
import { bundledWorker } from "./fixtures/bundled-worker.ts";

/** Values that are looked for one by one, so that a megabyte takes seconds. */
const known = Array.from({ length: 20_000 }, (_, number) => `secret-value-${number}`);
const longText = "harbour ".repeat(125_000);

it("a text that takes seconds to look through holds up nobody", async () => {
  const { redactor } = textWorker(await bundledWorker());
  const startedAt = performance.now();
  let longest = 0;
  let last = startedAt;
  const done = redactor.messages([`> ${longText} secret-value-7`], known);
  let over = false;
  done.finally(() => {
    over = true;
  });
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  const [text = ""] = await done;
  expect(text.endsWith("[left out]")).toBe(true);
  expect(longest).toBeLessThan((performance.now() - startedAt) / 2);
});

it("what takes too long is given to nobody, and the next text is read", async () => {
  const { redactor } = textWorker(await bundledWorker(), { check: 500, diff: 500, redact: 50 });
  await expect(redactor.messages([longText.repeat(8)], known)).rejects.toMatchObject({ code: "timeout" });
  expect(await redactor.messages(["token=abcdef123"], [])).toEqual(["token=[left out]"]);
});
