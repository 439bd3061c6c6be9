import { type FileDiff, netLines } from "@kestrel/text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../src/diff/unified-diff.ts";

const named = (lines: readonly string[] | undefined) => lines?.join(",");
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** A change as the tools make it. */
function change(before: readonly string[] | undefined, after: readonly string[]): FileDiff {
  const { diff, added, removed } = unifiedDiff("f", before && textOf(before), textOf(after));
  return { before: named(before), after: named(after), diff, added, removed };
}

const many = Array.from({ length: 40 }, (_, at) => `line ${at}`);
const replaced = (lines: readonly string[], at: number, text: string) => lines.with(at, text);

describe("the lines that several changes of a file come to", () => {
  it("count one that was changed twice once", () => {
    const once = replaced(many, 10, "one");
    const changes = [change(many, once), change(once, replaced(once, 10, "two"))];
    expect(netLines(changes)).toEqual({ added: 1, removed: 1 });
  });

  it("count nothing that was put back, by whomever", () => {
    const once = replaced(many, 10, "one");
    expect(netLines([change(many, once), change(once, many)])).toEqual({ added: 0, removed: 0 });
    // Git put it back between the two.
    expect(netLines([change(many, once), change(many, once)])).toEqual({ added: 1, removed: 1 });
  });

  it("of a new file are those that it has in the end", () => {
    const first = ["a", "b", "c"];
    expect(netLines([change(undefined, first), change(first, ["a", "x"])])).toEqual({ added: 2, removed: 0 });
  });

  it("in several places stand side by side, wherever lines moved to", () => {
    const longer = ["top", ...many];
    const both = replaced(longer, 31, "x");
    const changes = [change(many, longer), change(longer, both), change(both, both.toSpliced(5, 2))];
    expect(netLines(changes)).toEqual({ added: 2, removed: 3 });
  });

  it("are summed where somebody else changed the file in between, and where a diff cannot be read", () => {
    const other = ["quite", "another", "file"];
    const changes = [change(many, replaced(many, 1, "x")), change(other, [...other, "more"])];
    expect(netLines(changes)).toEqual({ added: 2, removed: 1 });
    expect(netLines([{ diff: "", added: 3, removed: 2 }])).toEqual({ added: 3, removed: 2 });
    expect(netLines([])).toEqual({ added: 0, removed: 0 });
  });

  it("lead from the first text to the last, for any changes", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
        const changes = texts.slice(1).map((after, at) => change(texts[at], after));
        const { added, removed } = netLines(changes);
        expect(added - removed).toBe((texts.at(-1)?.length ?? 0) - (texts[0]?.length ?? 0));
        const sum = changes.reduce((total, one) => total + one.added + one.removed, 0);
        expect(added + removed).toBeLessThanOrEqual(sum);
      }),
    );
  });

  it("of a file of ten thousand lines that is rewritten are counted at once", () => {
    const [one, two] = ["a", "b"].map((letter) =>
      Array.from({ length: 10_000 }, (_, at) => `${letter}${at}`),
    );
    const changes = [change(undefined, one ?? []), change(one, two ?? [])];
    const begun = performance.now();
    expect(netLines(changes)).toEqual({ added: 10_000, removed: 0 });
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
