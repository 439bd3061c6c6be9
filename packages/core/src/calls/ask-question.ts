import type { PersonQuestion } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { CallParts } from "./call-parts.ts";
import type { QuestionAnswer } from "./pending-answers.ts";
import { type CallOutcome, stoppedCall } from "./settle-call.ts";

type QuestionParts = Pick<CallParts, "agent" | "journal" | "questions" | "turnId" | "cancel">;

const goOn = "Decide yourself, and say what you assumed.";

/** Asks the user the model's question, and answers the call with their text. */
export async function askQuestion(
  parts: QuestionParts,
  call: ToolEntry,
  question: PersonQuestion,
): Promise<CallOutcome> {
  return outcomeOf(await putQuestion(parts, call, question));
}

/** Puts one question of a call to the person; resolves when its end is in the log. */
export async function putQuestion(
  { agent, journal, questions, turnId, cancel }: QuestionParts,
  { callId }: ToolEntry,
  { question, choices, server }: PersonQuestion,
): Promise<QuestionAnswer> {
  if (cancel.aborted) return { end: "expired" };
  const digest = agent.host.digest(
    JSON.stringify([callId, question, choices ?? [], ...(server === undefined ? [] : [server])]),
  );
  const answered = questions.ask(callId, digest, (answer) =>
    journal.append({ type: "question.answered", turnId, callId, digest, ...answer }),
  );
  // A stop may end the question before its answer is waited for.
  answered.catch(() => undefined); // expected: it is awaited below
  try {
    await journal.append({
      ...{ type: "question.asked", turnId, callId, digest, question, choices },
      ...(server !== undefined && { server }),
    });
  } catch (error) {
    questions.withdraw(callId);
    throw error;
  }
  return answered;
}

function outcomeOf({ end, text = "" }: QuestionAnswer): CallOutcome {
  switch (end) {
    case "answered":
      return { result: { outcome: "ok", content: `The user answered: ${text}` }, risk: "read" };
    case "dismissed":
      return { result: { outcome: "ok", content: `The user did not answer. ${goOn}` }, risk: "read" };
    case "nobody":
      return { result: { outcome: "error", content: `No user is there to answer. ${goOn}` }, risk: "read" };
    case "expired":
      return stoppedCall;
    default:
      return end satisfies never;
  }
}
