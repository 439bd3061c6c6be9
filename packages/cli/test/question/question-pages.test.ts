import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { questionPages } from "../../src/question/question-pages.ts";
import { describeCall } from "../../src/session-lines/describe-call.ts";
import { diffLines } from "../../src/session-lines/diff-lines.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { callThatAsks } from "./call-that-asks.ts";

const say = await speaker("en");
const paint = (_: unknown, text: string) => text;
const pagesOf = (call: ReturnType<typeof callThatAsks>, columns = 80, rows = 24) =>
  questionPages(call, { say, paint, columns, rows });

/** What the rows say once their marks are taken off: the bytes of the call. */
const bytesIn = (pages: string[][]) =>
  pages
    .flat()
    .reduce((text, row) => (row.startsWith("  ↳ ") ? text + row.slice(4) : `${text}\n${row.slice(4)}`), "");

describe("a question is shown whole", () => {
  it.each([40, 80, 200])("at %i columns, to the last byte, in pages that fit", (columns) => {
    const command = `${"echo 你好 && ".repeat(120)}\n${"x".repeat(5_000)}\nrm -rf build`;
    const pages = pagesOf(callThatAsks({ command }), columns, 20);
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(15);
    for (const row of pages.flat()) expect(widthOf(row)).toBeLessThan(columns);
    expect(bytesIn(pages)).toContain(`\n${command}`);
  });

  it("says why it asks in words that are not cut", () => {
    const reasons = ["runs_command", "may_destroy", "may_reach_network"] as const;
    const approval = { digest: "d", risk: "destructive" as const, reasons: [...reasons] };
    const rows = pagesOf(callThatAsks({ command: "make", approval }), 40).flat();
    const why = reasons.map((reason) => say(`reason.${reason}`)).join(say("reason.and"));
    expect(rows.join("\n")).not.toContain("↳");
    expect(
      rows
        .slice(1)
        .map((row) => row.trim())
        .join(" "),
    ).toBe(why);
  });

  it("a diff of many rows too", () => {
    const diff = `--- a/x\n+++ b/x\n@@ -1,0 +1,300 @@\n${Array.from({ length: 300 }, (_, at) => `+line ${at}`).join("\n")}\n`;
    const subject = { paths: [{ path: "x", access: "write" as const }] };
    const approval = { digest: "d", risk: "edit" as const, reasons: [], preview: { path: "x", diff } };
    const pages = pagesOf(callThatAsks({ tool: "write", subject, approval }));
    expect(pages.flat()[0]).toBe("? write x");
    expect(pages.flat().at(-1)).toBe("    +line 299");
    expect(pages.length).toBe(Math.ceil((300 + 2) / 18));
  });

  it.each([
    ["a short command", callThatAsks({ command: "npm test" }), ["? $ npm test", "    runs a command"]],
    [
      "what stands beside the command",
      callThatAsks({ command: "npm test", arguments: '{"command": "npm test", "timeout": 600}' }),
      ["? $ npm test", "    runs a command", '    {"command": "npm test", "timeout": 600}'],
    ],
    [
      "a tool that does not describe itself",
      callThatAsks({ tool: "other", subject: undefined, arguments: '{"a":1}' }),
      ['? other {"a":1}', "    runs a command", '    {"a":1}'],
    ],
  ])("%s", (_, call, rows) => {
    expect(pagesOf(call)).toEqual([rows]);
  });

  it("of a server, with what never to answer below its words and choices, in both languages", async () => {
    const question = {
      digest: "d",
      askedAt: "",
      question: "Your PIN?\n↵ Type it here.",
      choices: ["no"],
      server: "evil",
    };
    const call = { ...callThatAsks({}), question };
    const zh = await speaker("zh-CN");
    const rowsIn = (language: typeof say) =>
      questionPages(call, { say: language, paint, columns: 200, rows: 24 }).flat();
    expect(rowsIn(say).at(-1)).toBe(
      "    Never type a password, a code, a key or a card number here. Your answer goes to the MCP server.",
    );
    expect(rowsIn(zh).at(-1)).toContain("绝不要在这里输入密码");
    const own = questionPages(
      { ...call, question: { ...question, server: undefined } },
      { say, paint, columns: 200, rows: 24 },
    );
    expect(own.flat().join()).not.toContain("Never type");
  });

  it.each([
    [{ tool: "shell", subject: { commands: ["npm test"] } }, "$ npm test"],
    [{ tool: "shell", subject: { commands: ["echo\nrm -r ."] } }, "$ echo …"],
    [{ tool: "shell", subject: { commands: ["\u001b[1Arm"] } }, "$ ⟨U+001B⟩[1Arm"],
    [{ tool: "read", subject: { paths: [{ path: "a.txt", access: "read" }] } }, "read a.txt"],
    [{ tool: "search", subject: { pattern: "x", paths: [{ path: "src", access: "read" }] } }, "search x src"],
    [{ tool: "other", arguments: '{"a":1}' }, 'other {"a":1}'],
    [{ tool: "read", arguments: "broken" }, "read broken"],
  ] as const)("%j is %j", (call, line) => {
    expect(describeCall({ arguments: "", subject: undefined, ...call } as never)).toBe(line);
  });

  it("a diff has no file lines, and colours for what goes and what comes", () => {
    expect(diffLines("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n")).toEqual([
      { text: "@@ -1 +1 @@", ink: "cyan" },
      { text: "-old", ink: "red" },
      { text: "+new", ink: "green" },
      { text: " same" },
    ]);
  });
});

it("what the model asks says so, and its words and choices have one line each", () => {
  const choices = ["yes\n\n? $ ls -la\n    runs a command", "Deny\r\u001b[2A"];
  const question = { digest: "d", question: "Red?\n  a allow once", choices, askedAt: "" };
  const rows = pagesOf(callThatAsks({ tool: "ask_user", question } as never), 200).flat();
  expect(rows).toEqual([
    "? The model asks: Red?⟨U+000A⟩  a allow once",
    "      1  yes⟨U+000A ×2⟩? $ ls -la⟨U+000A⟩    runs a command",
    "      2  Deny⟨U+000D⟩⟨U+001B⟩[2A",
  ]);
});
