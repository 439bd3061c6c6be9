import { describe, expect, it } from "vitest";
import { ThinkingSplitter } from "../../src/chat/thinking/split-thinking.ts";
import type { SpokenPiece } from "../../src/chat/thinking/spoken-piece.ts";

function split(text: string, size: number): { reasoning: string; text: string } {
  const splitter = new ThinkingSplitter();
  const said = { reasoning: "", text: "" };
  const pieces: SpokenPiece[] = [];
  for (let start = 0; start < text.length; start += size) {
    pieces.push(...splitter.add(text.slice(start, start + size)));
  }
  pieces.push(...splitter.end());
  for (const piece of pieces) {
    if (piece.kind === "reasoning" && piece.insteadOfText) said.text = "";
    said[piece.kind] += piece.delta;
  }
  return said;
}

/** However few characters of it come at once. */
function expectSplit(text: string, reasoning: string, words: string): void {
  for (let size = 1; size <= text.length; size += 1) {
    expect(split(text, size), `${size} at once`).toEqual({ reasoning, text: words });
  }
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
    ["<think>a</think>\n<think>b</think>\nYes.", "ab", "Yes."],
    ["<think></think><not a mark>", "", "<not a mark>"],
    ["◁think▷hm◁/think▷Yes", "hm", "Yes"],
    ["<|channel>thought\nhm<channel|>Yes", "hm", "Yes"],
    ["<seed:think>hm</seed:think>Yes", "hm", "Yes"],
  ])("%j", expectSplit);

  it("shows words at once when they cannot become a mark", () => {
    expect(new ThinkingSplitter().add("Yes")).toEqual([{ kind: "text", delta: "Yes" }]);
  });

  it("leaves tags in the words of a server that gives its reasoning apart", () => {
    const splitter = new ThinkingSplitter();
    splitter.seesReasoningApart();
    expect(splitter.add("<think>")).toEqual([{ kind: "text", delta: "<think>" }]);
  });

  it("says words at once after reasoning that came apart, white space too", () => {
    const splitter = new ThinkingSplitter();
    splitter.seesReasoningApart();
    expect(splitter.add("\n")).toEqual([{ kind: "text", delta: "\n" }]);
  });
});

describe("thinking that only the prompt opened", () => {
  it.each([
    ["First I look.\n</think>\n\nYes.", "First I look.\n", "Yes."],
    ["First I look.</think>\nYes.", "First I look.", "Yes."],
    ["hm\r\n</think>\r\n\r\nYes.", "hm\r\n", "Yes."],
    ["</think>\n\nYes.", "", "Yes."],
    ["hm\n[/THINK]\nYes.", "hm\n", "Yes."],
    ["hm\n</think>", "hm\n", ""],
    ["hm\n</think>\n\nYes.\n</think>\nNo.", "hm\n", "Yes.\n</think>\nNo."],
    ["```js\nx\n```\nhm\n</think>\nYes.", "```js\nx\n```\nhm\n", "Yes."],
    ["The tag `</think>\n` ends it.", "", "The tag `</think>\n` ends it."],
    ["It says </think> in the middle.", "", "It says </think> in the middle."],
    ["```html\n</think>\n```", "", "```html\n</think>\n```"],
    ["It ends with </think>", "", "It ends with </think>"],
    ["It ends with </thi", "", "It ends with </thi"],
  ])("%j", expectSplit);
});

describe("channels left in the text", () => {
  const call =
    '<|start|>assistant<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a"}<|call|>';
  it.each([
    [
      "<|channel|>analysis<|message|>hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>",
      "hm.",
      "Yes.",
    ],
    ["<|start|>assistant<|channel|>final<|message|>Yes.", "", "Yes."],
    ["<|channel|>commentary<|message|>Let me see.<|end|>", "", "Let me see."],
    [`<|channel|>analysis<|message|>hm.<|end|>${call}`, "hm.", call],
    ["<|channel|>analysis<|message|>never ends", "never ends", ""],
    ["<|channel|>final<|message|>a <| b <|c|> d", "", "a <| b <|c|> d"],
    ["<|channel|>final<|message|>cut <|en", "", "cut <|en"],
    ["<|channel|>analysis", "", ""],
    ["<|channel", "", "<|channel"],
  ])("%j", expectSplit);

  it("are read also after reasoning that came apart", () => {
    const splitter = new ThinkingSplitter();
    splitter.seesReasoningApart();
    expect(splitter.add("<|channel|>final<|message|>Yes.")).toEqual([{ kind: "text", delta: "Yes." }]);
  });
});
