import { describe, expect, it } from "vitest";
import { applyEdit } from "../src/index.ts";
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

  it("lists twenty lines of many", () => {
    const result = applyEdit("x\n".repeat(25), { old: "x", new: "z" });
    const listed = `matches in 25 places: lines ${Array.from({ length: 20 }, (_, index) => index + 1).join(", ")}, …`;
    expect(result).toMatchObject({ error: "ambiguous", message: expect.stringContaining(listed) });
    const few = applyEdit("x\n".repeat(20), { old: "x", new: "z" });
    expect(few).toMatchObject({ message: expect.stringContaining("19, 20. Give more") });
  });

  it("shows eight of the closest lines with their numbers, each cut at 200 characters", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index} ${"of a text ".repeat(30)}`);
    const content = `first\n${lines.join("\n")}\n`;
    const result = applyEdit(content, { old: `${lines.join("\n")} and more`, new: "z" });
    const message = result.ok ? "" : result.message;
    expect(message.split("\n").slice(1, -1)).toEqual(
      lines.slice(0, 8).map((line, index) => `${index + 2}: ${line.slice(0, 200)}`),
    );
    expect(result.ok ? undefined : result.closest?.text.split("\n")).toEqual(lines.slice(0, 8));
  });

  it("says when nothing would change, and when there is nothing to look for", () => {
    expect(applyEdit("a\n", { old: "a", new: "a" })).toMatchObject({ error: "no_change" });
    expect(applyEdit("a\n", { old: "", new: "b" })).toMatchObject({
      message: expect.stringContaining("`old` is empty, but the file is not"),
    });
    expect(applyEdit("a\n", { old: "   ", new: "b" })).toMatchObject({
      message: expect.stringContaining("`old` is blank"),
    });
    expect(applyEdit("a\n", { old: 5, new: "b" } as never)).toMatchObject({ error: "invalid" });
  });

  it("lists where the first lines of an elided block match", () => {
    const result = applyEdit("z\na\n1\nb\na\n2\nb\n", { old: "a\n...\nb", new: "A\n...\nB" });
    expect(result).toMatchObject({
      error: "ambiguous",
      message: expect.stringContaining("lines 2, 5."),
    });
  });
});
