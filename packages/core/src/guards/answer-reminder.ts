import type { ReminderCause } from "@kestrel/protocol";
import { cycleOf } from "./call-cycle.ts";
import type { AnsweredCall } from "./call-signature.ts";
import { repetitionOf } from "./same-call.ts";
import { sameErrorOf } from "./same-error.ts";

/** What the model sees as answer, and why words of ours are in it. */
export type GuardedAnswer = { content: string; cause?: ReminderCause };

/**
 * The answer to the newest of `calls`, with a word of advice where calls go in circles. It stands in the answer and not
 * behind it: a user message after a tool's answer breaks the templates that want roles to alternate.
 */
export function guardedAnswer(calls: readonly AnsweredCall[]): GuardedAnswer {
  const { status, content = "" } = calls.at(-1) ?? {};
  if (status !== "ok" && status !== "error") return { content };
  const { times, first } = repetitionOf(calls);
  if (times > 2 && first && !first.folded) return { content: unchanged, cause: "repeated_call" };
  if (times > 1) return { content: `${content}\n${sameAgain}`, cause: "repeated_call" };
  if (cycleOf(calls) !== "none") return { content: `${content}\n${inCircles}`, cause: "call_cycle" };
  if (sameErrorOf(calls) === "again") return { content: `${content}\n${sameError}`, cause: "same_error" };
  return { content };
}

const unchanged =
  "[Unchanged: this very call was made before, and its answer above still holds. Work with what you have, try another way, or say that you are stuck.]";

const sameAgain =
  "[The same call gave the same result before. Do not repeat it; use what it says or do something else.]";

const inCircles =
  "[These calls go in circles and come to the same results. Name what the goal needs, then do something you have not tried, or say that you are stuck.]";

const sameError =
  "[This error came three times now, with different arguments. The arguments are not the cause: find out what is, or take another way.]";
