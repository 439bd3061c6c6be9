import { describe, expect, it } from "vitest";
import { computing } from "../../../../test/daemon/how-long.ts";
import { argumentsLoop, repeatingTail, shortLoop } from "../../src/loop-detection/repeating-tail.ts";

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

describe("a text that says the same without end", () => {
  it.each([
    ["a phrase", `Well. ${"tick tock ".repeat(200)}`],
    ["a sentence", "I am not sure. Wait, let me think again about it. ".repeat(40)],
    [
      "a paragraph",
      `Intro.\n${`${"Some words of a long paragraph follow here, and they end. ".repeat(4)}\n`.repeat(12)}`,
    ],
    ["Chinese", "让我再想一想这个问题。".repeat(100)],
    [
      "nearly the same",
      lines(60, (index) => `So the answer is the one we had before, ${index % 2 ? "wait" : "no"}.`),
    ],
  ])("is seen: %s", (_name, text) => {
    expect(repeatingTail(text)).toBeDefined();
  });

  it("is told from where on", () => {
    const found = repeatingTail(`A start. ${"and on ".repeat(300)}`);
    expect(found?.start).toBeLessThanOrEqual(9);
    expect("and on and on ").toContain(found?.unit.trim());
  });

  it.each([
    ["a list that counts", lines(400, (index) => `line ${String(index + 1).padStart(3, "0")}`)],
    ["a table", lines(60, (index) => `| row ${index} | yes | no | ${index * 7} |`)],
    ["a ruler", `Title\n${"-".repeat(1_200)}\n`],
    ["zeros", `const table = [${"0, ".repeat(700)}];`],
    ["repeated code", lines(12, () => "    expect(value).toBe(true);")],
    ["prose", lines(80, (index) => `Sentence ${index} tells something that sentence ${index + 3} does not.`)],
    ["a short refrain", "la la la ".repeat(20)],
  ])("is not seen in %s", (_name, text) => {
    expect(repeatingTail(text)).toBeUndefined();
  });

  it.each([
    ["a file of one line", "    expect(value).toBe(true);\n".repeat(60)],
    ["a drawing", `${"+-----".repeat(30)}+\n${"|     ".repeat(30)}|\n`.repeat(8)],
    ["a table of zeros", "0, ".repeat(2_000)],
  ])("is not seen in what is written for a tool: %s", (_name, text) => {
    expect(repeatingTail(text, argumentsLoop)).toBeUndefined();
  });

  it.each([
    ["a line without end", "    expect(value).toBe(true);\n".repeat(180)],
    ["a folder in a folder", "../".repeat(2_600)],
  ])("is seen there in the end: %s", (_name, text) => {
    expect(repeatingTail(text, argumentsLoop)).toBeDefined();
  });

  it("is seen sooner where a demonstration model speaks", () => {
    expect(repeatingTail(`read ${"fufu".repeat(45)}`, shortLoop)).toBeDefined();
    expect(repeatingTail("三".repeat(260), shortLoop)).toBeDefined();
    expect(repeatingTail(`${"=".repeat(80)}\nla la la la la\n`, shortLoop)).toBeUndefined();
  });

  it("takes no time on a long text", () => {
    const computed = computing();
    repeatingTail("ab".repeat(500_000));
    expect(computed()).toBeLessThan(500);
  });
});
