import { describe, expect, it } from "vitest";
import { dividing, languageOf } from "../src/highlight/highlight.ts";
import { runsOf } from "../src/highlight/runs-of.ts";

const code = 'const one = "two"; // three\nreturn `${one}\u202e`;';

describe("the colours of code", () => {
  it("come as lengths that add up to the text", () => {
    const runs = runsOf("ts", code) ?? [];
    expect(runs.reduce((sum, [length]) => sum + length, 0)).toBe(code.length);
    expect(runs.slice(0, 4)).toEqual([
      [5, "code-key"],
      [7, ""],
      [5, "code-str"],
      [2, ""],
    ]);
    expect(runsOf("no language", code)).toBeUndefined();
  });

  it("are divided among lines and pieces, also within a colour", () => {
    const take = dividing([
      [5, "code-key"],
      [3, ""],
    ]);
    expect([take(2), take(0), take(4), take(9)]).toEqual([
      [[2, "code-key"]],
      [],
      [
        [3, "code-key"],
        [1, ""],
      ],
      [[2, ""]],
    ]);
  });

  it("follow the file's name", () => {
    expect(["src/add.test.TS", "a.b/Makefile", "C", ""].map(languageOf)).toEqual(["ts", "makefile", "c", ""]);
  });
});
