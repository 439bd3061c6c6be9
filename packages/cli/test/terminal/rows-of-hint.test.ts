import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { rowsOfHint } from "../../src/terminal/rows-of-hint.ts";
import { widthOf } from "../../src/terminal/width.ts";

describe("the choices of a question", () => {
  it.each(["en", "zh-CN"] as const)("stand there whole on every terminal, in %s", async (language) => {
    const say = await speaker(language);
    for (const key of ["approval.keys", "approval.keysRules", "approval.page", "approval.word"] as const) {
      const hint = say(key, { word: "allow", shown: 1, all: 2 });
      for (const columns of [39, 79, 199]) {
        const rows = rowsOfHint(hint, columns);
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(columns);
        const choices = rows.flatMap((row) => row.split(" · "));
        if (columns > 39) expect(choices).toEqual(hint.split(" · "));
        expect(rows.join(" ").replaceAll(/[\s·]+/g, "")).toBe(hint.replaceAll(/[\s·]+/g, ""));
      }
    }
  });

  it("are broken between choices, then between words, and in a word only where it alone is too wide", () => {
    expect(rowsOfHint("a one · s two · d no", 14)).toEqual(["a one · s two", "d no"]);
    expect(rowsOfHint("a one two three · d no", 9)).toEqual(["a one two", "three", "d no"]);
    expect(rowsOfHint("Write command: npm", 8)).toEqual(["Write", "command:", "npm"]);
    expect(rowsOfHint("一二三四五", 4)).toEqual(["一二", "三四", "五"]);
  });
});
