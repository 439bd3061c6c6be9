import type { Tokens } from "marked";
import { describe, expect, it } from "vitest";
import {
  blocksOf,
  isClosedFence,
  isUnderscoredName,
  noBlocks,
  safeAddress,
} from "../src/transcript/markdown-blocks.ts";

const text =
  "# Title\n\nOne *two* three.\n\n- a\n- b\n\n```ts\nconst x = 1;\n\nconst y = 2;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nEnd.";
const shape = (tokens: readonly { type: string; raw: string }[]) =>
  tokens.filter(({ type }) => type !== "space").map(({ type, raw }) => [type, raw.trimEnd()]);

describe("the blocks of a growing text", () => {
  it("are the same when it comes character by character", () => {
    let blocks = noBlocks;
    for (let end = 1; end <= text.length; end++) blocks = blocksOf(blocks, text.slice(0, end));
    expect(shape(blocks.tokens)).toEqual(shape(blocksOf(noBlocks, text).tokens));
  });

  it("that are finished are kept, not read again", () => {
    const before = blocksOf(noBlocks, "First.\n\nSecond");
    const after = blocksOf(before, "First.\n\nSecond grows");
    expect(after.tokens[0]).toBe(before.tokens[0]);
  });

  it("start anew when the text is another one", () => {
    const blocks = blocksOf(blocksOf(noBlocks, "First.\n\nSecond"), "Other");
    expect(shape(blocks.tokens)).toEqual([["paragraph", "Other"]]);
  });

  it("of code are closed by their fence only", () => {
    expect(isClosedFence("```ts\nconst x = 1;")).toBe(false);
    expect(isClosedFence("```ts\nconst x = 1;\n```")).toBe(true);
    expect(isClosedFence("````md\n```\n")).toBe(false);
    expect(isClosedFence("```")).toBe(false);
  });
});

describe("a link", () => {
  it("leads to web pages and mail only", () => {
    expect(safeAddress("https://example.org/a")).toBe("https://example.org/a");
    expect(safeAddress("mailto:ada@example.org")).toBe("mailto:ada@example.org");
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "/relative",
      " vbscript:x",
    ]) {
      expect(safeAddress(bad)).toBeUndefined();
    }
  });
});

it("a name between underscores is no strong word", () => {
  const [paragraph] = blocksOf(
    noBlocks,
    "I see __init__.py, __main__.py and __two words__ and **one**.",
  ).tokens;
  const strong = (paragraph as Tokens.Paragraph).tokens.filter(({ type }) => type === "strong");
  expect(strong.map(({ raw }) => [raw, isUnderscoredName(raw)])).toEqual([
    ["__init__", true],
    ["__main__", true],
    ["__two words__", false],
    ["**one**", false],
  ]);
});

it("a line break within a paragraph stays one", () => {
  const [paragraph] = blocksOf(noBlocks, "package.json begins with: {\nIt ends with: }").tokens;
  expect((paragraph as Tokens.Paragraph).tokens.map(({ type }) => type)).toEqual(["text", "br", "text"]);
});
