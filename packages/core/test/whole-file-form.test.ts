import { expect, it } from "vitest";
import { formBehind, wholeForm } from "../src/whole-files/known-files.ts";

it("the form is taken off the end of a text, and a text of line breaks costs no more than its length", () => {
  expect(`one\n\n${wholeForm("a.ts")}\n`.replace(formBehind, "\n")).toBe("one\n");
  const breaks = `${"\n".repeat(200_000)}x`;
  const began = performance.now();
  expect(formBehind.test(breaks)).toBe(false);
  expect(performance.now() - began).toBeLessThan(2_000);
});
