import { describe, expect, it } from "vitest";
import { languageOf } from "../../src/syntax/language-of.ts";
import { syntaxCheckers } from "../../src/syntax/syntax-checkers.ts";
import { brokenEdits } from "./broken-edits.table.ts";

const checker = syntaxCheckers();

async function broken(path: string, before: string | undefined, after: string) {
  const language = languageOf(path, before, after);
  if (!language) throw new Error(`no language for ${path}`);
  return checker.check(language, before, after);
}

describe.each(Object.entries(brokenEdits))("%s", (path, { valid, edits }) => {
  it("passes as it is, as a new file and unchanged", async () => {
    expect(await broken(path, undefined, valid)).toEqual([]);
    expect(await broken(path, valid, valid)).toEqual([]);
  });

  it.each(edits)(
    "is broken by $old → $new, at line $line",
    async ({ old, new: wrong, line, lineOfNew, says }) => {
      expect(valid.split(old)).toHaveLength(2);
      const after = valid.replace(old, () => wrong);
      for (const before of [valid, undefined]) {
        const [first] = await broken(path, before, after);
        expect(first).toMatchObject({ line: before === undefined ? (lineOfNew ?? line) : line });
        expect(first?.what).toMatch(says);
      }
    },
  );

  it("is let be where it was broken before: the same mistake, moved, is none of the change's", async () => {
    for (const { old, new: wrong } of edits) {
      const before = valid.replace(old, () => wrong);
      const moved = path.endsWith(".json") ? `\n\n${before}` : `\n\n${before}\n`;
      expect(await broken(path, before, moved)).toEqual([]);
    }
  });
});
