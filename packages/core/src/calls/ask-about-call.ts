import { type HookAnswer, mayOnlyRead, type ToolEntry } from "@kestrel/protocol";
import { askHooks, notesIn } from "../hooks/ask-hooks.ts";
import type { CallParts } from "./call-parts.ts";
import { hookDeniedCall } from "./not-run.ts";
import type { CallOutcome } from "./settle-call.ts";

/** What hooks said before a call: the answer in its place, or whether the person is to be asked. */
export type Foretold = { answers: readonly HookAnswer[]; refusal?: CallOutcome; asks: boolean };

/** Asks the user's hooks about a call that could run. What runs in no case is not told to them. */
export async function askBefore(
  { agent, journal: { state }, cancel }: CallParts,
  call: ToolEntry,
): Promise<Foretold> {
  const planned = state.mode === "plan" && !mayOnlyRead(call.subject ?? { opaque: true });
  if (call.rejected || cancel.aborted || planned) return { answers: [], asks: false };
  const { callId, tool, arguments: text } = call;
  const told = { callId, tool, arguments: text };
  const answers = await askHooks(agent, state, { stage: "before_call", call: told }, cancel);
  const denied = answers.find(({ said }) => said === "denied");
  return {
    answers,
    asks: answers.some(({ said }) => said === "asked"),
    ...(denied && { refusal: hookDeniedCall(denied.hook, denied.text) }),
  };
}

/** Asks them about what came of it; a note of theirs goes behind the result. */
export async function askAfter(
  { agent, journal: { state }, cancel }: CallParts,
  { callId, tool, arguments: text }: ToolEntry,
  { outcome, content }: CallOutcome["result"],
): Promise<readonly HookAnswer[]> {
  if (outcome !== "ok" && outcome !== "error") return [];
  const call = { callId, tool, arguments: text };
  return askHooks(agent, state, { stage: "after_call", call, outcome, content }, cancel);
}

/** A result with the notes behind it. */
export function withNotes(content: string, answers: readonly HookAnswer[]): string {
  const notes = notesIn(answers);
  return notes === "" ? content : `${content}\n\n${notes}`;
}
