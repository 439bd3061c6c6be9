import { EventEmitter } from "node:events";
import type { SessionSummary } from "@kestrel/protocol";
import type { ModelOnDisk } from "@kestrel/protocol/api";
import { emptySession } from "@kestrel/session-state";
import { describe, expect, it, vi } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { MarkdownStream } from "../../src/markdown/markdown-stream.ts";
import { modelTable } from "../../src/models/model-table.ts";
import { questionPages } from "../../src/question/question-pages.ts";
import { sessionTable } from "../../src/session-lines/session-table.ts";
import { statusLine } from "../../src/session-lines/status-line.ts";
import { toolLine } from "../../src/session-lines/tool-line.ts";
import { transcriptLines } from "../../src/session-lines/transcript-lines.ts";
import { RewritableLine } from "../../src/terminal/rewritable-line.ts";
import { Screen } from "../../src/terminal/screen.ts";
import { paintFor } from "../../src/terminal/style.ts";
import { toTerminal } from "../../src/terminal/to-terminal.ts";
import { callThatAsks } from "../question/call-that-asks.ts";

const say = await speaker("en");
const paint = paintFor({ isTTY: true }, { TERM: "xterm" });

/** What a model, a file or a server could say to draw a terminal of its own. */
const hostile: [string, string][] = [
  ["colours", "\u001b[31mred\u001b[0m"],
  ["hidden letters", "\u001b[8mrm -rf ~\u001b[28m"],
  ["the screen wiped", "\u001b[2J\u001b[H"],
  ["a row written over", "\u001b[1A\u001b[2K? $ ls"],
  ["a line written over", "rm -rf ~\rls"],
  ["the clipboard", "\u001b]52;c;cm0gLXJm\u0007"],
  ["a window title", "\u001b]0;root@host\u001b\\"],
  ["a link that lies", "\u001b]8;;http://evil\u001b\\kestrel\u001b]8;;\u001b\\"],
  ["controls of eight bits", "\u009b2J\u009d0;t\u009c"],
  ["letters taken back", "rm -rf ~\u0008\u0008\u0008"],
  ["turned round", "\u202etxt.exe"],
  ["tags", "ok\u{e0072}\u{e006d}"],
  ["a bell", "\u0007\u000e"],
];

/** Everything but text, line ends and the colours that Kestrel paints with. */
const startOfSequence = String.fromCharCode(27);
const aColour = new RegExp(`${startOfSequence}\\[(?:1|2|3|4|9|22|23|24|29|31|32|33|35|36|39)m`, "g");
const moveOfOurs = new RegExp(`\\r|${startOfSequence}\\[\\d*[ACJKX]`, "g");
const notOurs = /(?!\n)[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}]/u;

/** Every place where words that are not ours come to a terminal; the name, and what is written. */
const places: [string, (words: string) => string | Promise<string>][] = [
  ["a sentence", (label) => say("model.ready", { label })],
  ["a failure's detail", (detail) => say("error.unknown", { detail })],
  ["a question: the command", (command) => pagesOf(callThatAsks({ command }))],
  ["a question: the tool's name", (tool) => pagesOf(callThatAsks({ tool, subject: {} }))],
  ["a question: bytes of arguments", (text) => pagesOf(callThatAsks({ subject: {}, arguments: text }))],
  [
    "a question: the change",
    (text) => {
      const preview = { path: text, diff: `--- a\n+++ b\n@@ -1 +1 @@\n-${text}\n+${text}\n` };
      const subject = { paths: [{ path: text, access: "write" as const }] };
      return pagesOf(
        callThatAsks({
          tool: "edit",
          subject,
          approval: { digest: "d", risk: "edit", reasons: [], preview },
        }),
      );
    },
  ],
  ["the line of a call", (tool) => toolLine(callThatAsks({ tool, subject: {}, status: "ok" }), say, paint)],
  [
    "a question and its answer",
    (text) => {
      const question = { digest: "d", question: text, askedAt: "", end: "answered", text } as const;
      return toolLine(callThatAsks({ status: "ok", question }), say, paint);
    },
  ],
  ["the label of the status line", (label) => statusLine(emptySession, label, say)],
  [
    "titles and folders",
    (title) => sessionTable([{ ...aSession, title, workspace: title }], { say }).join("\n"),
  ],
  [
    "the table of models",
    (id) =>
      modelTable([{ ...aModel, id, name: id, architecture: id, damaged: id } as ModelOnDisk], [], say).join(
        "\n",
      ),
  ],
  ["words of a person elsewhere", (text) => transcriptOf(text)],
];

const aSession = {
  id: "s1",
  changedAt: "2026-11-22T10:00:00Z",
  attention: "idle",
} as unknown as SessionSummary;
const aModel = { id: "m", bytes: 5_000_000, quantisation: "Q4_K_M" };

function pagesOf(call: Parameters<typeof questionPages>[0]): string {
  return questionPages(call, { say, paint, columns: 80, rows: 24 }).flat().join("\n");
}

function transcriptOf(text: string): string {
  const event = {
    v: 1,
    seq: 1,
    at: "2026-11-22T10:00:00Z",
    body: { type: "turn.started", turnId: "t1", text },
  };
  return transcriptLines([event as never], say, paint).join("\n");
}

class FakeOutput extends EventEmitter {
  isTTY = true;
  columns = 40;
  rows = 24;
  written = "";
  write(text: string): void {
    this.written += text;
    this.emit("written");
  }
}

describe("nothing that is not ours moves a terminal", () => {
  describe.each(hostile)("%s", (_, words) => {
    it.each(places)("in %s", async (_place, written) => {
      const text = await written(words);
      const shown = toTerminal(text).replaceAll(aColour, "");
      expect(shown).not.toMatch(notOurs);
      expect(shown).toMatch(/⟨U\+/);
    });

    it("in the row that says what goes on", () => {
      const output = new FakeOutput();
      new RewritableLine(output, { TERM: "xterm" }).now(words, (shown) => paint("dim", shown));
      expect(output.written.replace("\r\u001b[2K", "").replaceAll(aColour, "")).not.toMatch(notOurs);
    });

    it.each([
      "printed",
      "streamed",
      "streamed bit by bit",
      "as Markdown",
      "as Markdown, in a fence",
      "as a hint",
      "as a mark",
      "as a draft",
    ])("on the screen, %s", async (how) => {
      const output = new FakeOutput();
      const screen = new Screen(output, paint);
      const foot = { hint: "", asks: false, mark: "› ", characters: [] as string[], cursor: 0 };
      if (how === "printed") screen.print(words);
      else if (how === "streamed") screen.stream(words);
      else if (how === "streamed bit by bit") for (const character of words) screen.stream(character);
      else if (how.startsWith("as Markdown")) {
        screen.format(new MarkdownStream(paint));
        const text = how.endsWith("fence") ? `~~~js\n${words}\n~~~\n` : `**${words}** [${words}](${words})`;
        for (const character of text) screen.stream(character);
        screen.endStream();
      } else if (how === "as a hint") screen.show({ ...foot, hint: words });
      else if (how === "as a mark") screen.show({ ...foot, mark: words });
      else screen.show({ ...foot, characters: [...words] });
      await vi.waitUntil(() => output.written !== "");
      screen.close();
      expect(output.written.replaceAll(moveOfOurs, "").replaceAll(aColour, "")).not.toMatch(notOurs);
    });
  });

  it.each([
    ["a name of a tool", () => toolLine(callThatAsks({ tool: "x\n? $ ls", subject: {} }), say, paint)],
    ["a label", () => statusLine(emptySession, "model\n? $ ls", say)],
    ["a value in a sentence", () => say("model.ready", { label: "m\n? $ ls" })],
    [
      "a title",
      () => sessionTable([{ ...aSession, title: "t\n? $ ls", workspace: "/w" }], { say }).join("\n"),
    ],
    [
      "a field of a GGUF",
      () =>
        modelTable([{ ...aModel, id: "m\n? $ ls", name: "m\n? $ ls" } as ModelOnDisk], [], say).join("\n"),
    ],
  ])("%s begins no line of its own", (_, written) => {
    expect(written().split("\n")).toHaveLength(1);
  });

  it("keeps our own colours, and emoji whole however they are streamed", async () => {
    expect(toTerminal(paint("red", "no"))).toBe("\u001b[31mno\u001b[39m");
    const output = new FakeOutput();
    const screen = new Screen(output, paint);
    for (const unit of "👩🏽‍💻 ok\n") screen.stream(unit);
    screen.close();
    expect(output.written).toContain("👩🏽‍💻 ok\n");
  });
});
