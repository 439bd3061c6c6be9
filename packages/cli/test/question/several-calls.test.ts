import type { Risk, RiskReason } from "@kestrel/protocol";
import { answerArmMs, type ToolEntry } from "@kestrel/session-state";
import { mayAnswerTogether } from "@kestrel/session-state/answer-together";
import { describe, expect, it } from "vitest";
import { AskedQuestion } from "../../src/question/asked-question.ts";
import { callThatAsks } from "./call-that-asks.ts";

const risky = (risk: Risk): ToolEntry => callThatAsks({ command: "rm -rf build", risk });
const asksEachTime = (reason: RiskReason): ToolEntry =>
  callThatAsks({ approval: { digest: "d", risk: "execute", reasons: ["runs_command", reason] } });

describe("several calls of one kind", () => {
  const asked = (several: number, risk: Risk = "execute") => {
    const question = new AskedQuestion(risky(risk), 1);
    question.drawn(1_000);
    question.beside(several);
    question.pressed({ kind: "key", name: "tab" }, "", 2_000);
    return question;
  };
  const large = { kind: "text", text: "Y" } as const;

  it("have one answer, after the others were shown behind the first", () => {
    const question = asked(3);
    expect(question.pressed(large, "", 2_100)).toEqual({ kind: "others" });
    question.joined(2);
    question.drawn(2_200);
    expect(question.stage(2_300)).toBe("paging");
    expect(question.pressed(large, "", 3_000)).toEqual({ kind: "taken" });
    expect(question.pressed({ kind: "text", text: " " }, "", 3_100)).toEqual({ kind: "page" });
    question.drawn(3_200);
    // What was just drawn was not read yet.
    expect(question.pressed(large, "", 3_300)).toEqual({ kind: "taken" });
    expect(question.pressed(large, "", 3_200 + answerArmMs)).toEqual({
      ...{ kind: "answer", decision: "once", all: true },
    });
  });

  it("are never skipped: no key goes past what one answer is for", () => {
    const question = asked(19);
    question.pressed(large, "", 2_100);
    question.joined(6);
    question.drawn(2_200);
    expect(question.maySkip).toBe(false);
    expect(question.pressed({ kind: "text", text: "G" }, "", 3_000)).toEqual({ kind: "taken" });
    expect(question.pressed({ kind: "key", name: "end" }, "", 3_100)).toEqual({ kind: "words" });
    expect(question.pressed(large, "", 4_000)).toEqual({ kind: "taken" });
  });

  it.each<[string, ToolEntry, boolean]>([
    ["another command", callThatAsks({ command: "make" }), true],
    ["an edit", risky("edit"), false],
    ["what destroys", risky("destructive"), false],
    ["a command that names a secret", asksEachTime("reads_secret"), false],
    ["a command that left the sandbox", asksEachTime("outside_sandbox"), false],
  ])("are answered with a command: %s", (_, other, together) => {
    expect(mayAnswerTogether(risky("execute"), other)).toBe(together);
    expect(mayAnswerTogether(other, risky("execute"))).toBe(together);
  });

  it("what asks each time, or wants its word, is not answered with its like", () => {
    expect(mayAnswerTogether(asksEachTime("reads_secret"), asksEachTime("reads_secret"))).toBe(false);
    expect(mayAnswerTogether(risky("destructive"), risky("destructive"))).toBe(false);
  });

  it("a large Y is a yes to one where one waits, and nothing where it destroys", () => {
    expect(asked(1).pressed(large, "", 2_100)).toEqual({ kind: "answer", decision: "once" });
    expect(asked(3, "destructive").pressed(large, "", 2_100)).toEqual({ kind: "words" });
  });
});
