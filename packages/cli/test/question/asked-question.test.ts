import type { Risk, RiskReason } from "@kestrel/protocol";
import { answerArmMs, type ToolEntry } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { AskedQuestion, type Reaction } from "../../src/question/asked-question.ts";
import { callThatAsks } from "./call-that-asks.ts";

const risky = (risk: Risk): ToolEntry => callThatAsks({ command: "rm -rf build", risk });

/** One thing a person does: `wait` milliseconds go by, then a key is pressed, or a page is drawn. */
type Deed = { wait?: number; key?: string; text?: string; page?: true };

/** A person at a keyboard whose words go into a line, as in the terminal. The question is drawn at 1,000. */
function met({
  risk = "execute",
  pages = 1,
  deeds,
  call = risky(risk),
}: {
  risk?: Risk;
  pages?: number;
  deeds: Deed[];
  call?: ToolEntry;
}): { reactions: string[]; line: string } {
  const question = new AskedQuestion(call, pages);
  let now = 1_000;
  let line = "";
  question.drawn(now);
  const reactions = deeds.map(({ wait = 0, key, text }) => {
    now += wait;
    const stroke =
      key === undefined
        ? ({ kind: "text", text: text ?? "" } as const)
        : ({ kind: "key", name: key } as const);
    const reaction = question.pressed(stroke, line, now);
    if (reaction.kind === "end") question.skip();
    if (reaction.kind === "page" || reaction.kind === "end") question.drawn(now);
    if (reaction.kind === "words" && text !== undefined) line += text;
    if (reaction.kind === "line") line = reaction.text;
    if (key === "ctrl+u" || reaction.kind === "unsent") line = "";
    return inShort(reaction);
  });
  return { reactions, line };
}

function inShort(reaction: Reaction): string {
  if (reaction.kind !== "answer") return reaction.kind;
  return reaction.decision === "denied" ? `denied: ${reaction.reason}` : reaction.decision;
}

const quiet = answerArmMs;
const tab = { wait: quiet, key: "tab" };
const letters = (text: string, wait = 80): Deed[] => [...text].map((one) => ({ wait, text: one }));

describe("a question at a keyboard", () => {
  it.each<[string, Parameters<typeof met>[0], string[], string]>([
    ["a letter alone is a word", { deeds: [{ wait: 5_000, text: "a" }] }, ["words"], "a"],
    [
      "whoever types while it is drawn goes on typing",
      { deeds: letters("add tests") },
      Array(9).fill("words"),
      "add tests",
    ],
    [
      "stop and Enter is a line, whatever letters it has",
      { deeds: [...letters("stop"), { wait: 80, key: "enter" }] },
      Array(5).fill("words"),
      "stop",
    ],
    ["Tab, then a letter", { deeds: [tab, { wait: 300, text: "a" }] }, ["taken", "once"], ""],
    ["capitals too", { deeds: [tab, { wait: 300, text: "S" }] }, ["taken", "session"], ""],
    [
      "Tab before it was quiet is remembered, and no key behind it is a word",
      {
        deeds: [
          { wait: quiet - 1, key: "tab" },
          { wait: 100, text: "e" },
          { wait: quiet, text: "a" },
        ],
      },
      ["taken", "taken", "once"],
      "",
    ],
    [
      "Esc takes an early Tab back",
      {
        deeds: [
          { wait: 100, key: "tab" },
          { wait: 100, key: "escape" },
          { wait: 100, text: "a" },
        ],
      },
      ["taken", "taken", "words"],
      "a",
    ],
    [
      "Tab after a word, without a breath between",
      {
        deeds: [
          { wait: 2_000, text: "x" },
          { wait: 100, key: "backspace" },
          { wait: 500, key: "tab" },
        ],
      },
      ["words", "words", "words"],
      "x",
    ],
    [
      "Tab at once behind the key that empties the line",
      {
        deeds: [
          { wait: 2_000, text: "x" },
          { wait: 100, key: "ctrl+u" },
          { wait: 50, key: "tab" },
          { wait: 100, text: "a" },
        ],
      },
      ["words", "words", "taken", "once"],
      "",
    ],
    [
      "that key does not answer what was drawn a moment ago",
      {
        deeds: [
          { wait: quiet - 200, key: "ctrl+u" },
          { wait: 100, key: "tab" },
        ],
      },
      ["words", "taken"],
      "",
    ],
    [
      "Tab while something stands in the line",
      { deeds: [{ wait: 2_000, text: "x" }, tab, { wait: 500, text: "a" }] },
      ["words", "words", "words"],
      "xa",
    ],
    [
      "a pasted line that begins with a tab",
      { deeds: [tab, { wait: 1, text: "a" }, { wait: 1, text: "d" }] },
      ["taken", "words", "words"],
      "ad",
    ],
    [
      "keys that mean nothing behind Tab are no words",
      { deeds: [tab, ...letters("t ", 200), { wait: 200, text: "a" }] },
      ["taken", "taken", "taken", "once"],
      "",
    ],
    [
      "y and n are yes and no",
      { deeds: [tab, { wait: 200, text: "n" }, { wait: 200, key: "escape" }, { wait: 200, text: "y" }] },
      ["taken", "taken", "taken", "once"],
      "",
    ],
    [
      "a letter and Enter, without Tab",
      {
        deeds: [
          { wait: quiet, text: "y" },
          { wait: 900, key: "enter" },
        ],
      },
      ["words", "once"],
      "y",
    ],
    [
      "a word that begins with it, and Enter, is a line",
      {
        deeds: [
          { wait: quiet, text: "y" },
          { wait: 80, text: "o" },
          { wait: 80, key: "enter" },
        ],
      },
      ["words", "words", "words"],
      "yo",
    ],
    [
      "a letter and Enter before it was quiet",
      {
        deeds: [
          { wait: quiet - 1, text: "y" },
          { wait: 80, key: "enter" },
        ],
      },
      ["words", "unsent"],
      "",
    ],
    [
      "a letter before it was quiet, and Enter after",
      {
        deeds: [
          { wait: quiet - 1, text: "y" },
          { wait: quiet, key: "enter" },
        ],
      },
      ["words", "once"],
      "y",
    ],
    [
      "a letter after Esc out of Tab, without a breath between",
      {
        deeds: [tab, { wait: 300, key: "escape" }, { wait: 100, text: "y" }, { wait: 80, key: "enter" }],
      },
      ["taken", "taken", "words", "once"],
      "y",
    ],
    [
      "no without Tab, for what destroys",
      {
        risk: "destructive",
        deeds: [
          { wait: quiet, text: "n" },
          { wait: 80, key: "enter" },
          { wait: 80, key: "enter" },
        ],
      },
      ["words", "line", "denied: "],
      "",
    ],
    [
      "a word for an answer is no message",
      { risk: "destructive", deeds: [...letters("allow"), { wait: quiet, key: "enter" }] },
      [...Array(5).fill("words"), "unsent"],
      "",
    ],
    [
      "no letter without Tab allows what destroys",
      {
        risk: "destructive",
        deeds: [
          { wait: quiet, text: "y" },
          { wait: 80, key: "enter" },
        ],
      },
      ["words", "unsent"],
      "",
    ],
    [
      "nor what was not shown whole",
      {
        pages: 2,
        deeds: [
          { wait: quiet, text: "y" },
          { wait: 80, key: "enter" },
        ],
      },
      ["words", "unsent"],
      "",
    ],
    [
      "the end by one key",
      { pages: 9, deeds: [tab, { wait: 200, text: "G" }, { wait: quiet, text: "a" }] },
      ["taken", "end", "once"],
      "",
    ],
    [
      "never the end of what destroys",
      { risk: "destructive", pages: 9, deeds: [tab, { wait: 200, text: "G" }, { wait: 200, key: "end" }] },
      ["taken", "taken", "words"],
      "",
    ],
    ["the pager", { pages: 9, deeds: [tab, { wait: 200, text: "v" }] }, ["taken", "pager"], ""],
    [
      "Esc goes back",
      { deeds: [tab, { wait: 200, key: "escape" }, { wait: 200, text: "a" }] },
      ["taken", "taken", "words"],
      "a",
    ],
    [
      "Esc where nobody turned to it stops the turn",
      { deeds: [{ wait: 2_000, key: "escape" }] },
      ["words"],
      "",
    ],
    [
      "no, with a reason",
      { deeds: [tab, { wait: 200, text: "d" }, ...letters("not now"), { key: "enter" }] },
      ["taken", "taken", ...Array(7).fill("words"), "denied: not now"],
      "not now",
    ],
    [
      "no reason after all",
      { deeds: [tab, { wait: 200, text: "d" }, { wait: 200, key: "escape" }, { wait: 200, text: "a" }] },
      ["taken", "taken", "taken", "once"],
      "",
    ],
    [
      "something destructive wants the word",
      { risk: "destructive", deeds: [tab, ...letters("allow", 200), { wait: 200, key: "enter" }] },
      ["taken", ...Array(5).fill("words"), "once"],
      "allow",
    ],
    [
      "and no other word, and no letter",
      { risk: "external", deeds: [tab, { wait: 200, text: "a" }, { wait: 200, key: "enter" }] },
      ["taken", "words", "unclear"],
      "a",
    ],
    [
      "no is a letter there too",
      { risk: "destructive", deeds: [tab, { wait: 200, text: "d" }, { key: "enter" }] },
      ["taken", "taken", "denied: "],
      "",
    ],
    [
      "yes is closed until its end was shown",
      { pages: 3, deeds: [tab, { wait: 200, text: "a" }] },
      ["taken", "taken"],
      "",
    ],
    [
      "and open behind the last page, once it can have been read",
      {
        pages: 3,
        deeds: [
          tab,
          { wait: 200, text: " " },
          { wait: 200, key: "enter" },
          { wait: 200, text: "a" },
          { wait: 400, text: "a" },
        ],
      },
      ["taken", "page", "page", "taken", "once"],
      "",
    ],
    [
      "no is open at once",
      { pages: 3, deeds: [tab, { wait: 200, text: "d" }, { key: "enter" }] },
      ["taken", "taken", "denied: "],
      "",
    ],
    [
      "a word does not open what was not shown",
      { risk: "destructive", pages: 2, deeds: [tab, ...letters("allow", 200), { wait: 200, key: "enter" }] },
      ["taken", ...Array(5).fill("taken"), "page"],
      "",
    ],
  ])("%s", (_, person, reactions, line) => {
    expect(met(person)).toEqual({ reactions, line });
  });

  it.each<[string, Risk, number, [number, string][], string[]]>([
    ["allow", "execute", 1, [[quiet, "allow"]], ["once"]],
    ["allow session", "execute", 1, [[quiet, "allow session"]], ["session"]],
    ["the session is not for what destroys", "destructive", 1, [[quiet, "allow session"]], ["words"]],
    ["typed too early", "execute", 1, [[quiet - 1, "allow"]], ["words"]],
    ["a letter", "execute", 1, [[quiet, "a"]], ["words"]],
    ["a sentence", "execute", 1, [[quiet, "allow me to say"]], ["words"]],
    ["deny with a reason", "execute", 1, [[quiet, "deny  not now"]], ["denied: not now"]],
    [
      "more before allow",
      "edit",
      2,
      [
        [quiet, "allow"],
        [quiet, ""],
        [quiet, "allow"],
      ],
      ["words", "page", "once"],
    ],
  ])("is answered in whole lines where there are no keys: %s", (_, risk, pages, lines, reactions) => {
    const question = new AskedQuestion(risky(risk), pages);
    let now = 0;
    question.drawn(now);
    expect(
      lines.map(([wait, line]) => {
        now += wait;
        const reaction = question.said(line, now);
        if (reaction.kind === "page") question.drawn(now);
        return inShort(reaction);
      }),
    ).toEqual(reactions);
  });

  it.each(["alt+enter", "alt+up"])(
    "a word that is typed for it is no message, whatever %s does else",
    (name) => {
      const question = new AskedQuestion(risky("destructive"), 1);
      const key = { kind: "key", name } as const;
      question.drawn(0);
      expect(question.pressed(key, "steer", quiet)).toEqual({ kind: "words" });
      expect(question.pressed({ kind: "key", name: "tab" }, "", 3 * quiet)).toEqual({ kind: "taken" });
      expect(question.pressed({ kind: "text", text: "al" }, "", 4 * quiet)).toEqual({ kind: "words" });
      expect(question.pressed(key, "al", 5 * quiet)).toEqual({ kind: "taken" });
    },
  );

  it.each(["alt+enter", "alt+up"])("a letter that stands for an answer is no message by %s", (name) => {
    const question = new AskedQuestion(risky("execute"), 1);
    question.drawn(0);
    expect(question.pressed({ kind: "text", text: "y" }, "", 3 * quiet)).toEqual({ kind: "words" });
    expect(question.pressed({ kind: "key", name }, "y", 4 * quiet)).toEqual({ kind: "taken" });
    const enter = question.pressed({ kind: "key", name: "enter" }, "y", 5 * quiet);
    expect(enter).toMatchObject({ kind: "answer", decision: "once" });
  });

  it("an edit is answered by one letter that no key follows, and by none that begins a word", () => {
    const preview = { path: "a", diff: "" };
    const edit = callThatAsks({
      tool: "edit",
      approval: { digest: "d", risk: "edit", reasons: [], preview },
    });
    const key = (text: string) => ({ kind: "text", text }) as const;
    const question = new AskedQuestion(edit, 1);
    question.drawn(0);
    expect(question.pressed(key("y"), "", 599)).toEqual({ kind: "words" });
    expect(question.pressed(key("y"), "", 1_300)).toEqual({ kind: "held" });
    expect(question.takeHeld()).toBe("y");
    expect(question.pressed(key("o"), "y", 1_500)).toEqual({ kind: "words" });
    expect(question.released(1_900)).toEqual({ kind: "taken" });
    expect(question.pressed(key("y"), "", 3_000)).toEqual({ kind: "held" });
    expect(question.released(3_400)).toEqual({ kind: "answer", decision: "once" });
  });

  it.each<[string, readonly RiskReason[], "in_sandbox" | "no_sandbox", string]>([
    ["in a sandbox", ["runs_command"], "in_sandbox", "held"],
    ["without one", ["runs_command"], "no_sandbox", "words"],
    ["in a sandbox, not covered by undo", ["runs_command", "no_snapshot"], "in_sandbox", "words"],
  ])("a command is answered by one letter only where it is contained: %s", (_, reasons, step, reaction) => {
    const call = callThatAsks({
      approval: { digest: "d", risk: "execute", reasons: [...reasons], trace: [{ step }] },
    });
    expect(met({ call, deeds: [{ wait: quiet, text: "y" }] }).reactions).toEqual([reaction]);
  });

  it("a line that can only be an answer is no message before it is drawn", () => {
    const question = new AskedQuestion(risky("execute"), 1);
    const enter = { kind: "key", name: "enter" } as const;
    expect(question.pressed(enter, "y", 100)).toEqual({ kind: "unsent", said: "y" });
    expect(question.pressed(enter, "n is what I mean", 200)).toEqual({ kind: "words" });
  });

  it("cannot be answered before it is drawn", () => {
    const question = new AskedQuestion(risky("execute"), 1);
    expect(question.pressed({ kind: "key", name: "tab" }, "", 9_000)).toEqual({ kind: "words" });
    expect(question.said("allow", 99_000)).toEqual({ kind: "words" });
  });
});
