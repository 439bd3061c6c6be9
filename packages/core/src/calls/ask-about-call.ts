import { mayOnlyRead, type ToolOutcomeKind } from "@kestrel/protocol";
import type { HookAnswer } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import { askHooks, notesIn } from "../hooks/ask-hooks.ts";
import type { CallParts } from "./call-parts.ts";
import { hookDeniedCall } from "./not-run.ts";
import type { CallOutcome } from "./settle-call.ts";

type AskingParts = Pick<CallParts, "agent" | "journal" | "cancel">;

/** What hooks said before a call: the answer in its place, or whether the person is to be asked. */
export type Foretold = { answers: readonly HookAnswer[]; refusal?: CallOutcome; asks: boolean };

/** Asks the user's hooks about a call that could run. What runs in no case is not told to them. */
export async function askBefore(
  { agent, journal: { state }, cancel }: AskingParts,
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

/** Asks them about what came of it: the result with their notes behind it, those from before the call too, and all they said. */
export async function askAfter(
  { agent, journal: { state }, cancel }: AskingParts,
  { callId, tool, arguments: text }: ToolEntry,
  { outcome, content }: { outcome: ToolOutcomeKind; content: string },
  before: readonly HookAnswer[],
): Promise<{ content: string; hooks: HookAnswer[] }> {
  const call = { callId, tool, arguments: text };
  const ran = outcome === "ok" || outcome === "error";
  const after = ran
    ? await askHooks(agent, state, { stage: "after_call", call, outcome, content }, cancel)
    : [];
  const hooks = [...before, ...after];
  const notes = notesIn(hooks);
  return { content: notes === "" ? content : `${content}\n\n${notes}`, hooks };
}
