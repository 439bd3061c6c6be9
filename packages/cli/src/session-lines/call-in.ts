import { alwaysAsks, type EventBody, type EventOf } from "@kestrel/protocol";
import { type SessionState, type ToolEntry, waitingCalls } from "@kestrel/session-state";

/** The call with that id. */
export function callIn({ timeline }: SessionState, callId: string): ToolEntry | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.callId === callId) return entry;
  }
  return undefined;
}

/** The calls that wait for an answer, in order. */
export function callsThatAsk(state: SessionState): ToolEntry[] {
  return waitingCalls(state).filter((call) => waits(call, state));
}

/** A call with a session grant is logged as waiting too; the gate answers it at once. */
function waits({ status, approval, question }: ToolEntry, { grants }: SessionState): boolean {
  if (status === "waiting" && question && !question.end) return true;
  if (status !== "waiting" || !approval) return false;
  return alwaysAsks(approval.reasons) || !grants.includes(approval.digest);
}

/** Whether an event opens a call's question (`asks`) or closes it (`answers`). */
export function asks(body: EventBody): boolean {
  return body.type === "approval.requested" || body.type === "question.asked";
}
export function answers(
  body: EventBody,
): body is EventOf<"approval.resolved"> | EventOf<"question.answered"> {
  return body.type === "approval.resolved" || body.type === "question.answered";
}

/** The digest that an answer to the call's question is bound to. */
export function askedDigest({ approval, question }: ToolEntry): string | undefined {
  return question?.digest ?? approval?.digest;
}
