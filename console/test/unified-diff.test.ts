import { describe, expect, it } from "vitest";
import { readUnifiedDiff, sideBySide } from "../src/diff/unified-diff.ts";

const diff = `--- a/add.ts
+++ b/add.ts
@@ -1,3 +1,3 @@
 export function add(one, other) {
-  return one - other;
+  return one + other;
 }
@@ -10,2 +10,2 @@
-// nothing alike here
+export const unrelatedThing = 12345;
 end
\\ No newline at end of file
`;

describe("a unified diff", () => {
  const lines = readUnifiedDiff(diff);

  it("gives each line its numbers on both sides", () => {
    expect(lines[0]).toMatchObject({ kind: "same", oldLine: 1, newLine: 1 });
    expect(lines[1]).toMatchObject({ kind: "del", oldLine: 2 });
    expect(lines[2]).toMatchObject({ kind: "add", newLine: 2 });
    expect(lines[4]).toEqual({ kind: "gap" });
    expect(lines.at(-2)).toMatchObject({ kind: "same", oldLine: 11, newLine: 11 });
    expect(lines.at(-1)).toEqual({ kind: "no-break" });
  });

  it("marks what changed within a line that changed a little", () => {
    const marked = lines.map((line) =>
      !("pieces" in line) ? "" : line.pieces.flatMap(({ text, marked }) => (marked ? [text] : [])).join(""),
    );
    expect(marked[1]?.trim()).toBe("-");
    expect(marked[2]?.trim()).toBe("+");
  });

  it("marks nothing within lines that have nothing in common", () => {
    expect(lines[5]).toMatchObject({ kind: "del", pieces: [{ marked: false }] });
    expect(lines[6]).toMatchObject({ kind: "add", pieces: [{ marked: false }] });
  });

  it.each([
    ["words that are no diff", "rm -rf ~\nsecond line", ["rm -rf ~", "second line"]],
    ["a hunk whose counts are wrong", "@@ -1,9 +1,1 @@\n-a\n+b", ["@@ -1,9 +1,1 @@", "-a", "+b"]],
  ])("%s are shown as they are", (_, text, shown) => {
    const pieces = readUnifiedDiff(text).map((line) => ("pieces" in line ? line.pieces[0]?.text : ""));
    expect(pieces).toEqual(shown);
  });

  it("stands side by side with each removed line beside the added one, and each line once", () => {
    expect(sideBySide(lines)).toEqual([
      { left: 0, right: 0 },
      { left: 1, right: 2 },
      { left: 3, right: 3 },
      { left: 4, right: 4 },
      { left: 5, right: 6 },
      { left: 7, right: 7 },
      { left: 8, right: 8 },
    ]);
    const uneven =
      "@@ -1,3 +1,1 @@\n-a\n-b\n-c\n\\ No newline at end of file\n+d\n\\ No newline at end of file";
    expect(sideBySide(readUnifiedDiff(uneven))).toEqual([
      { left: 0, right: 4 },
      { left: 1, right: 5 },
      { left: 2 },
      { left: 3 },
    ]);
  });

  it("never loses or invents text", () => {
    const back = lines.map((line) =>
      !("pieces" in line) ? "" : line.pieces.map(({ text }) => text).join(""),
    );
    expect(back[1]).toBe("  return one - other;");
    expect(back[2]).toBe("  return one + other;");
    for (const kind of ["add", "del"]) expect(lines.filter((line) => line.kind === kind)).toHaveLength(2);
  });
});
