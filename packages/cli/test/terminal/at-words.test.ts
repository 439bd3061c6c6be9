import { expect, it } from "vitest";
import { atWords } from "../../src/terminal/at-words.ts";
import { inked, withoutInk } from "../../src/terminal/to-terminal.ts";

const sentence = "A new loadout, mine. Enter keeps what is there; Ctrl+C leaves without writing anything.";

it.each([40, 60, 80])(
  "a line is broken between words at %d columns, and nothing of it is lost",
  (columns) => {
    const text = atWords(
      `${sentence}\n  persona        21  of 400, and more than anybody wrote by hand before`,
      columns,
    );
    for (const row of text.split("\n")) expect(row.length).toBeLessThanOrEqual(columns);
    expect(text.split("\n").join(" ").replaceAll(/ +/g, " ")).toContain(sentence);
    // What goes on stands further in than where its line began, and a table keeps its columns.
    expect(text).toContain("\n  persona        21  of 400");
  },
);

it("a word wider than a row stays whole, wide letters count twice, and what fits or is no terminal stays", () => {
  const path = "/home/ada/.config/kestrel/loadouts/a-very-long-name.toml";
  expect(atWords(`Written: ${path}`, 40)).toBe(`Written:\n    ${path}`);
  expect(atWords("装载文件 装载文件 装载文件", 20)).toBe("装载文件 装载文件\n    装载文件");
  expect(atWords(`已写入：${path}`, 40)).toBe(`已写入：\n    ${path}`);
  expect(atWords("它不在你的装载文件之中，请改正。", 20)).toBe("它不在你的装载文件之\n    中，请改正。");
  expect(atWords(sentence, undefined)).toBe(sentence);
  expect(atWords(sentence, sentence.length)).toBe(sentence);
});

it("colours take no room", () => {
  const painted = `${inked("yellow", sentence)} ${inked("dim", "and so on")}`;
  expect(withoutInk(atWords(painted, 40))).toBe(atWords(`${sentence} and so on`, 40));
  expect(atWords(inked("dim", "twelve chars"), 12)).toBe(inked("dim", "twelve chars"));
});
