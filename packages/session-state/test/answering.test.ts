import { describe, expect, it } from "vitest";
import { answerWants, isArmed } from "../src/index.ts";

describe("a key that answers a question", () => {
  it.each([
    ["at once", { askedAt: 1000, now: 1000 }, false],
    ["while it is still being read", { askedAt: 1000, now: 1599 }, false],
    ["after it could be read", { askedAt: 1000, now: 1600 }, true],
    ["in the middle of a sentence", { askedAt: 1000, lastKeyAt: 2900, now: 3000 }, false],
    ["after a pause", { askedAt: 1000, lastKeyAt: 2900, now: 3500 }, true],
    ["when the last key was long before the question", { askedAt: 1000, lastKeyAt: 10, now: 1599 }, false],
  ])("%s", (_, moment, armed) => {
    expect(isArmed(moment)).toBe(armed);
  });

  it("is a whole word where the call may destroy or leave the machine", () => {
    const risks = ["read", "edit", "execute", "destructive", "external"] as const;
    expect(risks.map(answerWants)).toEqual(["letter", "letter", "letter", "word", "word"]);
  });
});
