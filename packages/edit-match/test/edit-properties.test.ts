import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit } from "../src/index.ts";

/** Pieces that mean something to one reading or another, so that random text is not merely random. */
const pieces = fc.constantFrom(
  ...[
    "```\n",
    "`",
    "...",
    "…",
    "\n",
    "\r\n",
    "  ",
    "\t",
    "> ",
    "1: ",
    "12|",
    "\\",
    "\\n",
    "\\u",
    '"',
    "&lt;",
  ],
  ...[
    "- ",
    "+ ",
    "@@ -1 +1 @@\n",
    "<<<<<<<\n",
    "=======\n",
    ">>>>>>>\n",
    "\uD800",
    "\u0000",
    "\u00a0",
    "\uFEFF",
  ],
);
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((list) => list.join("")),
  fc.string({ unit: "binary", maxLength: 200 }),
);

describe("an edit, whatever comes", () => {
  it("never throws, and changes nothing where it refuses", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, fc.boolean(), (content, old, replacement, replaceAll) => {
        const result = applyEdit(content, { old, new: replacement, replaceAll });
        if (result.ok) expect(result.content).not.toBe(content);
        else expect(result.message).not.toBe("The edit could not be applied.");
      }),
      { numRuns: 4000 },
    );
  });

  it("refuses what is no edit", () => {
    for (const odd of [undefined, null, 5, {}, [], "x"] as unknown as string[]) {
      expect(applyEdit(odd, odd as unknown as { old: string; new: string }).ok).toBe(false);
      expect(applyEdit("x", odd as unknown as { old: string; new: string }).ok).toBe(false);
    }
  });

  it("changes no byte outside its match", () => {
    const line = fc.constantFrom("a", "  b", "\tc", "d  ", "", "…x", "é", '"q"');
    const around = fc.array(line, { maxLength: 6 }).map((lines) => lines.map((text) => `${text}\n`).join(""));
    const eol = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(around, around, eol, fc.nat(3), (before, after, lineBreak, indent) => {
        const unique = `${" ".repeat(indent)}needle “here”  `;
        const content = `${before}${unique}\n${after}`.replaceAll("\n", lineBreak);
        const result = applyEdit(content, { old: 'needle "here"', new: "thread\nspool" });
        const blanks = " ".repeat(indent);
        const expected = `${before}${blanks}thread\n${blanks}spool\n${after}`.replaceAll("\n", lineBreak);
        expect(result).toEqual({ ok: true, content: expected });
      }),
      { numRuns: 500 },
    );
  });
});
