import { describe, expect, it } from "vitest";
import { applyEdit } from "../../src/index.ts";
import { editCases } from "./edit-cases.ts";

describe.each(editCases)("edits as models write them: %s", (_trouble, cases) => {
  it.each(cases.map((one) => [`${one.class}: ${one.name}`, one] as const))("%s", (_name, one) => {
    const { content, ...edit } = one.input;
    const result = applyEdit(content, edit);
    if (one.expected.ok) {
      expect(result).toEqual(one.expected);
      return;
    }
    expect(result).toMatchObject({ ok: false, error: one.expected.error });
    const closest = result.ok ? undefined : result.closest;
    if (one.expected.closest !== undefined) expect(closest ?? null).toEqual(one.expected.closest);
  });
});

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
