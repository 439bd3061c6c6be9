import { answerArmMs } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { AskedQuestion } from "../../src/question/asked-question.ts";
import { callThatAsks } from "./call-that-asks.ts";

/** One thing a person does: `wait` milliseconds go by, then a key is pressed. */
type Deed = { wait?: number; key?: string; text?: string };

const quiet = answerArmMs;
const tab = { wait: quiet, key: "tab" };

describe("a rule at a keyboard", () => {
  const call = callThatAsks({
    subject: { commands: ["npm test"], simple: [{ words: ["npm", "test"], joint: "" }], alike: true },
    approval: { digest: "d1", risk: "execute", reasons: ["runs_command"], rules: ["command: npm test"] },
  });
  const foreign = callThatAsks({
    tool: "use",
    subject: { capability: "docs/search" },
    approval: { digest: "d1", risk: "external", reasons: ["foreign_tool"], rules: ["mcp: docs/search"] },
  });
  const after = (...deeds: Deed[]) => afterIn(call, ...deeds);
  const afterIn = (asked: typeof call, ...deeds: Deed[]) => {
    const question = new AskedQuestion(asked, 1, "/w");
    let now = 1_000;
    let line = "";
    question.drawn(now);
    const reactions = deeds.map(({ wait = 80, key, text }) => {
      now += wait;
      const stroke = key
        ? ({ kind: "key", name: key } as const)
        : ({ kind: "text", text: text ?? "" } as const);
      const reaction = question.pressed(stroke, line, now);
      if (reaction.kind === "words") line += text ?? "";
      if (reaction.kind === "line") line = reaction.text;
      return reaction;
    });
    return { last: reactions.at(-1), line };
  };

  it("is the call itself until it is edited, for the session or always", () => {
    expect(after(tab, { text: "e" })).toEqual({
      last: { kind: "line", text: "command: npm test" },
      line: "command: npm test",
    });
    expect(after(tab, { text: "e" }, { text: "*" }, { key: "enter" }).last).toEqual({
      kind: "answer",
      decision: "session",
      rules: ["command: npm test*"],
    });
    expect(after(tab, { text: "p" }, { key: "enter" }).last).toEqual({
      kind: "answer",
      decision: "project",
      rules: ["command: npm test"],
    });
  });

  it("answers nothing as long as it is about another call, is none, or came in one piece", () => {
    expect(after(tab, { text: "e" }, { text: "x" }, { key: "enter" }).last).toEqual({ kind: "taken" });
    expect(after(tab, { text: "e" }, { text: " && nonsense here" }, { key: "enter" }).last).toEqual({
      kind: "taken",
    });
    expect(after(tab, { text: "e" }, { wait: 1, key: "enter" }).last).toEqual({ kind: "taken" });
    expect(after(tab, { text: "e" }, { key: "escape" })).toEqual({
      last: { kind: "line", text: "" },
      line: "",
    });
  });

  it("about a server's tool takes the word first, and a letter opens nothing", () => {
    const word = (text: string) => afterIn(foreign, tab, { text }, { key: "enter" });
    expect(word("allow session")).toEqual({
      last: { kind: "line", text: "mcp: docs/search" },
      line: "mcp: docs/search",
    });
    expect(afterIn(foreign, tab, { text: "allow project" }, { key: "enter" }, { key: "enter" }).last).toEqual(
      { kind: "answer", decision: "project", rules: ["mcp: docs/search"] },
    );
    expect(word("allow").last).toEqual({ kind: "answer", decision: "once" });
    expect(word("allow always").last).toEqual({ kind: "unclear", said: "allow always" });
    for (const text of ["a", "s", "e", "p"])
      expect(afterIn(foreign, tab, { text }).last).toEqual({ kind: "words" });
    // Rules that came with another call that leaves the machine are none of this client's.
    const fetching = callThatAsks({
      approval: { digest: "d1", risk: "external", reasons: ["runs_command"], rules: ["command: curl x"] },
    });
    expect(afterIn(fetching, tab, { text: "allow session" }, { key: "enter" }).last?.kind).toBe("unclear");
  });

  it("is not offered where nothing is remembered", () => {
    const question = new AskedQuestion(callThatAsks({ command: "rm -rf build", risk: "destructive" }), 1);
    expect(question.offersRules).toBe(false);
    expect(question.check("command: rm -rf build")).toBeUndefined();
  });

  it("is a line where there are no keys", () => {
    const said = (line: string) => {
      const question = new AskedQuestion(call, 1, "/w");
      question.drawn(1_000);
      return question.said(line, 1_000 + quiet);
    };
    expect(said("allow project")).toEqual({
      kind: "answer",
      decision: "project",
      rules: ["command: npm test"],
    });
    expect(said("allow session command: npm *")).toEqual({
      kind: "answer",
      decision: "session",
      rules: ["command: npm *"],
    });
    expect(said("allow project command: rm *").kind).toBe("words");
    expect(said("allow session")).toEqual({ kind: "answer", decision: "session" });
  });
});
