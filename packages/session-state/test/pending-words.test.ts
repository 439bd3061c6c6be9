import { expect, it } from "vitest";
import { asOneMessage } from "../src/index.ts";

it("words that come back together stay apart, and nothing adds nothing", () => {
  expect(asOneMessage(["first note", "second note", "a draft"])).toBe("first note\n\nsecond note\n\na draft");
  expect(asOneMessage(["", "a draft", "  "])).toBe("a draft");
});
