import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyEdit, type Edit } from "../../src/index.ts";

type Case = {
  name: string;
  class: string;
  input: { content: string } & Edit;
  expected:
    | { ok: true; content: string }
    | { ok: false; error: string; closest?: { line: number; text: string } | null };
};

function read(name: string): { cases: Case[] } {
  return JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), "utf8"));
}

describe.each(["edits", "edits-by-specification", "edits-third-reading"])(
  "edits as models write them: %s",
  (name) => {
    const { cases } = read(name);
    it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))(
      "%s",
      (_name, { input, expected }) => {
        const { content, ...edit } = input;
        const result = applyEdit(content, edit);
        if (expected.ok) {
          expect(result).toEqual(expected);
          return;
        }
        expect(result).toMatchObject({ ok: false, error: expected.error });
        const closest = result.ok ? undefined : result.closest;
        if (expected.closest !== undefined) expect(closest ?? null).toEqual(expected.closest);
      },
    );
  },
);

describe("the error about an edit", () => {
  it("lists the lines of several matches", () => {
    const result = applyEdit("x\ny\nx\n", { old: "x", new: "z" });
    expect(result).toMatchObject({ error: "ambiguous", message: expect.stringContaining("lines 1, 3") });
  });

  it("says that the edit may have been made before", () => {
    const result = applyEdit("const b = 2;\n", { old: "zzzzzzzz", new: "const b = 2;" });
    expect(result).toMatchObject({
      error: "not_found",
      message: expect.stringContaining("already there, at line 1"),
    });
  });
});
