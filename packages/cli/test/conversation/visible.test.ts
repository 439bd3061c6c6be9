import { describe, expect, it } from "vitest";
import { describeCall } from "../../src/conversation/describe-call.ts";
import { diffLines } from "../../src/conversation/diff-lines.ts";
import { visible } from "../../src/conversation/visible.ts";

describe("what a model wants, on a terminal", () => {
  it.each([
    ["plain\n\ttext 你好", "plain\n\ttext 你好"],
    ["\u001b[2Jgone", "\\u{1b}[2Jgone"],
    ["over\rwritten", "over\\u{d}written"],
    ["\u202egnp.exe", "\\u{202e}gnp.exe"],
    ["ze\u200bro", "ze\\u{200b}ro"],
  ])("%j cannot pretend", (text, seen) => {
    expect(visible(text)).toBe(seen);
  });

  it.each([
    [{ tool: "shell", arguments: '{"command":"npm test"}' }, "$ npm test"],
    [{ tool: "shell", arguments: '{"command":"echo\\nrm -r ."}' }, "$ echo …"],
    [{ tool: "shell", arguments: '{"command":"\\u001b[1Arm"}' }, "$ \\u{1b}[1Arm"],
    [{ tool: "read", arguments: '{"path":"a.txt","from":2}' }, "read a.txt"],
    [{ tool: "search", arguments: '{"pattern":"x","glob":"*.ts"}' }, "search x (*.ts)"],
    [{ tool: "other", arguments: '{"a":1}' }, 'other {"a":1}'],
    [{ tool: "read", arguments: "broken" }, "read "],
  ])("%j is %j", (call, line) => {
    expect(describeCall(call)).toBe(line);
  });

  it("is a diff without its file lines", () => {
    const paint = (ink: unknown, text: string) => `<${String(ink)}>${text}`;
    expect(diffLines("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n", paint)).toEqual([
      "    <cyan>@@ -1 +1 @@",
      "    <red>-old",
      "    <green>+new",
      "     same",
    ]);
  });
});
