import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cutToWidth } from "../../src/terminal/cut-to-width.ts";
import { promptRows, rowsInView } from "../../src/terminal/prompt-rows.ts";
import { charactersOf, widthOf } from "../../src/terminal/width.ts";

describe("columns in a terminal", () => {
  it.each([
    ["plain", 5],
    ["你好", 4],
    ["한국어", 6],
    ["ｆｕｌｌ", 8],
    ["ｶﾀ", 2],
    ["é", 1],
    ["e\u0301", 1],
    ["👍", 2],
    ["👩‍👩‍👧", 2],
    ["❤\ufe0f", 2],
    ["→ − ✓ ›", 7],
    ["", 0],
  ])("of %j are %i", (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  it.each([
    ["short", 10, "short"],
    ["exactly ten", 11, "exactly ten"],
    ["exactly ten", 10, "exactly t…"],
    ["你好世界", 7, "你好世…"],
    ["你好世界", 6, "你好…"],
  ])("%j cut to %i is %j", (text, columns, cut) => {
    expect(cutToWidth(text, columns)).toBe(cut);
    expect(widthOf(cut)).toBeLessThanOrEqual(columns);
  });
});

describe("the characters of a text", () => {
  const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const segmented = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

  it("are told apart as the segmenter tells them, each beside itself, a letter and a mark", () => {
    const differs: string[] = [];
    for (let code = 0; code < 0xd800; code += 1) {
      const one = String.fromCharCode(code);
      const text = `a${one}${one}‹${one}你`;
      if (charactersOf(text).length !== segmented(text).length) differs.push(code.toString(16));
    }
    expect(differs).toEqual([]);
  });

  it("need no segmenter in what a terminal shows at rest, in either language", () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    onTestFinished(() => segment.mockRestore());
    const shown = "› ask – 12 %… · 你好，世界。「好」①→✓";
    expect(charactersOf(shown)).toEqual([...shown]);
    expect(segment).not.toHaveBeenCalled();
    expect(charactersOf("e\u0301")).toHaveLength(1);
    expect(segment).toHaveBeenCalled();
  });
});

describe("the prompt", () => {
  const laid = (text: string, cursor: number, columns: number) => {
    const { rows, cursor: place } = promptRows("› ", charactersOf(text), cursor, columns);
    return { rows: rows.map((row) => row.mark + row.text), place: [place.row, place.column] };
  };

  it.each([
    ["abc", 3, 20, ["› abc"], [0, 5]],
    ["abc", 0, 20, ["› abc"], [0, 2]],
    ["abcdefghij", 10, 10, ["› abcdefg", "  hij"], [1, 5]],
    ["abcdefg", 7, 10, ["› abcdefg"], [0, 9]],
    ["你好世界你", 5, 10, ["› 你好世", "  界你"], [1, 6]],
    ["a\nb", 1, 20, ["› a", "  b"], [0, 3]],
    ["a\nb", 2, 20, ["› a", "  b"], [1, 2]],
    ["a\n", 2, 20, ["› a", "  "], [1, 2]],
  ])("%j with the cursor at %i in %i columns", (text, cursor, columns, rows, place) => {
    expect(laid(text, cursor, columns)).toEqual({ rows, place });
  });

  it("shows the rows around the cursor when there are too many", () => {
    const characters = charactersOf("1\n2\n3\n4\n5");
    const shown = (cursor: number) => {
      const { rows, cursor: place } = rowsInView(promptRows("› ", characters, cursor, 20), 3);
      return [rows.map(({ text }) => text).join(""), place.row];
    };
    expect(shown(9)).toEqual(["345", 2]);
    expect(shown(0)).toEqual(["123", 0]);
    expect(shown(6)).toEqual(["234", 2]);
  });
});
