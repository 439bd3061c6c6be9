import { expect, it } from "vitest";
import { widthOf } from "../../src/terminal/width.ts";
import { workingRow } from "../../src/terminal/working-row.ts";

const working = {
  sentence: `running $ for i in ${"1 2 3 4 5 6 7 8 9 ".repeat(10)}`,
  time: "42 s",
  facts: ["1,240 tokens written", "38 tok/s"],
  keys: ["1 waiting, Alt+Up takes back", "Esc stops"],
};

it.each([30, 40, 60, 80, 120, 400])(
  "keeps the time and the keys at %i columns, and cuts the command",
  (columns) => {
    const row = workingRow(working, columns);
    expect(widthOf(row)).toBeLessThanOrEqual(columns);
    expect(row).toContain("42 s");
    if (columns >= 60) expect(row).toMatch(/· 1 waiting, Alt\+Up takes back · Esc stops$/);
  },
);

it("leaves the speed out before the tokens, and both before the sentence", () => {
  const writing = { ...working, sentence: "writing", keys: ["Esc stops"] };
  expect(workingRow(writing, 80)).toBe("writing · 42 s · 1,240 tokens written · 38 tok/s · Esc stops");
  expect(workingRow(writing, 55)).toBe("writing · 42 s · 1,240 tokens written · Esc stops");
  expect(workingRow(writing, 40)).toBe("writing · 42 s · Esc stops");
});
