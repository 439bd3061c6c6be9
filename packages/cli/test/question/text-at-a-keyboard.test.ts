import { answerArmMs, type ToolEntry } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { answerOp } from "../../src/question/answer-op.ts";
import { AskedQuestion } from "../../src/question/asked-question.ts";

const question = { digest: "d", question: "Red or blue?", choices: ["red", "blue"], askedAt: "" };
const call = {
  kind: "tool",
  callId: "c1",
  tool: "ask_user",
  arguments: "{}",
  question,
} as unknown as ToolEntry;
const tab = { kind: "key", name: "tab" } as const;
const enter = { kind: "key", name: "enter" } as const;

/** The question, drawn at 0 and turned to as soon as it may be. */
function turnedTo() {
  const asked = new AskedQuestion(call, 1);
  asked.drawn(0);
  expect(asked.pressed(tab, "", answerArmMs)).toEqual({ kind: "taken" });
  expect(asked.stage(answerArmMs)).toBe("text");
  return asked;
}

it("answers with words, a number stands for its choice, 0 for none, and nothing is no answer", () => {
  const said = (line: string) => turnedTo().pressed(enter, line, answerArmMs + 100);
  expect(said("neither, green")).toEqual({ kind: "answer", decision: "words", text: "neither, green" });
  expect(said("2")).toEqual({ kind: "answer", decision: "words", text: "blue" });
  expect(said("3")).toEqual({ kind: "answer", decision: "words", text: "3" });
  expect(said("0")).toEqual({ kind: "answer", decision: "words", text: "" });
  expect(said("  ")).toEqual({ kind: "words" });
});

it("takes nothing that was typed before it was seen", () => {
  const asked = new AskedQuestion(call, 1);
  asked.drawn(0);
  expect(asked.pressed(enter, "2", 10)).toEqual({ kind: "words" });
  // Tab is remembered, and answers nothing.
  expect(asked.pressed(tab, "", 20)).toEqual({ kind: "taken" });
  expect(asked.said("2", 30)).toEqual({ kind: "words" });
  expect(asked.said("2", 30 + answerArmMs)).toEqual({ kind: "answer", decision: "words", text: "blue" });
});

it("is sent bound to the question", () => {
  expect(answerOp(call, { decision: "words", text: "blue" })).toEqual({
    type: "answer-question",
    callId: "c1",
    digest: "d",
    end: "answered",
    text: "blue",
  });
  expect(answerOp(call, { decision: "words", text: "" })).toMatchObject({ end: "dismissed" });
  expect(answerOp(call, { decision: "once" })).toBeUndefined();
});
