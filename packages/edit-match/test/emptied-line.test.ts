import { describe, expect, it } from "vitest";
import { emptiedLine } from "../src/index.ts";

const rows: [name: string, before: string, after: string, line: number | undefined][] = [
  ["the text of a line", "a\nb\nc\n", "a\n\nc\n", 2],
  ["the text of the first line", "a\nb\n", "\nb\n", 1],
  ["the text of two lines", "a\nb\nc\nd\n", "a\n\nd\n", 2],
  ["the text of a line, CRLF", "a\r\nbc\r\nd\r\n", "a\r\n\r\nd\r\n", 2],
  ["a whole line", "a\nb\nc\n", "a\nc\n", undefined],
  ["a whole line before an empty one", "a\n\nb\n", "\nb\n", undefined],
  ["a part of a line", "ab\nc\n", "a\nc\n", undefined],
  ["the beginning of a line", "ab\nc\n", "b\nc\n", undefined],
  ["the blanks of a blank line", "a\n  \nb\n", "a\n\nb\n", undefined],
  ["the last line, which had no break", "a\nb", "a\n", undefined],
  ["everything", "a\n", "", undefined],
  ["two places", "x\na\nx\na\n", "\na\n\na\n", undefined],
  ["nothing", "a\n\nb\n", "a\n\nb\n", undefined],
  ["nothing: a line was added", "a\n", "a\n\n", undefined],
];

describe("the line that an edit left empty", () => {
  it.each(rows)("is told when it takes out %s", (_name, before, after, line) => {
    expect(emptiedLine(before, after)).toBe(line);
  });
});
