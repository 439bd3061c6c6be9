import { describe, expect, it } from "vitest";
import { ThinkingSplitter } from "../../src/chat/split-thinking.ts";

function split(text: string, size: number): { reasoning: string; text: string } {
  const splitter = new ThinkingSplitter();
  const said = { reasoning: "", text: "" };
  for (let start = 0; start < text.length; start += size) {
    for (const { kind, delta } of splitter.add(text.slice(start, start + size))) said[kind] += delta;
  }
  for (const { kind, delta } of splitter.end()) said[kind] += delta;
  return said;
}

describe("thinking left in the text", () => {
  it.each([
    ["<think>\nhm.\n</think>\n\nYes.", "hm.\n", "Yes."],
    ["  <think>hm</think>Yes.", "hm", "Yes."],
    ["<thinking>hm </thi</thinking> Yes", "hm </thi", "Yes"],
    ["[THINK]hm[/THINK]Yes", "hm", "Yes"],
    ["<think>\nnever ends </thin", "never ends </thin", ""],
    ["<think>\n\n</think>\n\n", "\n", ""],
    ["Just words, <think>even here</think>.", "", "Just words, <think>even here</think>."],
    ["<thin", "", "<thin"],
    ["< 5 is true", "", "< 5 is true"],
    ["  indented", "", "  indented"],
  ])("%j", (text, reasoning, words) => {
    for (let size = 1; size <= text.length; size += 1) {
      expect(split(text, size), `${size} at once`).toEqual({ reasoning, text: words });
    }
  });

  it("shows words at once when they cannot become a mark", () => {
    expect(new ThinkingSplitter().add("Yes")).toEqual([{ kind: "text", delta: "Yes" }]);
  });

  it("leaves tags in the words of a server that gives its reasoning apart", () => {
    const splitter = new ThinkingSplitter();
    splitter.seesReasoningApart();
    expect(splitter.add("<think>")).toEqual([{ kind: "text", delta: "<think>" }]);
  });
});
