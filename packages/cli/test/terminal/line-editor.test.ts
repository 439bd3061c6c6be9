import { describe, expect, it } from "vitest";
import { editByKey } from "../../src/terminal/edit-by-key.ts";
import { LineEditor } from "../../src/terminal/line-editor.ts";

/** Types and presses: keys stand in angle brackets. The cursor is shown as `|`. */
function after(script: string): string {
  const editor = new LineEditor();
  for (const [piece] of script.matchAll(/<[^>]+>|[^<]+/g)) {
    const key = /^<(.+)>$/.exec(piece)?.[1];
    if (key === "up" || key === "down") editor.vertical(key === "up" ? -1 : 1);
    else if (key !== undefined) expect(editByKey(editor, key)).toBe(true);
    else editor.insert(piece);
  }
  const { characters, cursor } = editor;
  return `${characters.slice(0, cursor).join("")}|${characters.slice(cursor).join("")}`;
}

describe("a line that is being typed", () => {
  it.each([
    ["hello", "hello|"],
    ["hello<left><left>X", "helX|lo"],
    ["hello<home>X", "X|hello"],
    ["hello<home><right><delete>", "h|llo"],
    ["<backspace><left><delete>", "|"],
    ["one two three<ctrl+w>", "one two |"],
    ["one two  <ctrl+w>", "one |"],
    ["one two<alt+b><alt+b>X", "X|one two"],
    ["one two<home><alt+f>X", "oneX| two"],
    ["one two<ctrl+left><ctrl+k>", "one |"],
    ["one two<ctrl+u>", "|"],
    ["one two<ctrl+w><home><ctrl+y>", "two|one "],
    ["one two three<alt+b><alt+b><alt+d>", "one | three"],
    ["one two<alt+d>", "one two|"],
    ["ab<ctrl+t>", "ba|"],
    ["ab<left><ctrl+t>", "ba|"],
    ["one two<ctrl+w><ctrl+_>", "one two|"],
    ["one two<home><ctrl+k><ctrl+y><ctrl+_>", "|"],
    ["<ctrl+_>", "|"],
    ["one<newline>two", "one\ntwo|"],
    ["one<newline>two<up>X", "oneX|\ntwo"],
    ["one<newline>longer<up>X", "oneX|\nlonger"],
    ["one<newline>two<home>X", "one\nX|two"],
    ["one<newline>two<up><home><ctrl+k><ctrl+k>", "|two"],
    ["one<newline>two<ctrl+u><ctrl+u>", "one\n|"],
    ["one<newline>two<up><down>", "one\ntwo|"],
    ["你好世界<left><backspace>", "你好|界"],
    ["👩‍👩‍👧x<left><backspace>", "|x"],
    ["e\u0301<backspace>", "|"],
  ])("%j becomes %j", (script, line) => {
    expect(after(script)).toBe(line);
  });

  it("says when there is no line above or below, and stays where it is", () => {
    const editor = new LineEditor();
    editor.insert("one\ntwo");
    expect(editor.vertical(1)).toBe(false);
    expect(editor.cursor).toBe(7);
    expect(editor.vertical(-1)).toBe(true);
    expect(editor.vertical(-1)).toBe(false);
    expect(editor.cursor).toBe(3);
  });
});

it("moves over what was inserted as one, and deletes it as one; the text has it whole", () => {
  const editor = new LineEditor();
  const block = "a line\n".repeat(300);
  editor.insert("see ");
  editor.insertBlock(block);
  editor.insert(" now");
  expect(editor.text).toBe(`see ${block} now`);
  expect(editor.characters).toHaveLength(9);
  for (let at = 0; at < 4; at++) editor.left();
  editor.backspace();
  expect(editor.text).toBe("see  now");
  editor.undo();
  editor.left();
  editor.insert("e\u0301");
  expect(editor.text).toBe(`see e\u0301${block} now`);
});
