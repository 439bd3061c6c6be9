import { alwaysAsks, type EventBody, type EventOf } from "@kestrel/protocol";
import { type SessionState, type ToolEntry, waitingCalls } from "@kestrel/session-state";

/** The call of that name. */
export function callIn({ timeline }: SessionState, callId: string): ToolEntry | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.callId === callId) return entry;
  }
  return undefined;
}

/** The calls that wait for an answer, in their order. */
export function callsThatAsk(state: SessionState): ToolEntry[] {
  return waitingCalls(state).filter((call) => waits(call, state));
}

/** A call that was allowed for the session is logged as asking too; the gate answers it in the same breath. */
function waits({ status, approval, question }: ToolEntry, { grants }: SessionState): boolean {
  if (status === "waiting" && question && !question.end) return true;
  if (status !== "waiting" || !approval) return false;
  return alwaysAsks(approval.reasons) || !grants.includes(approval.digest);
}

/** That a call waits for the person, and that it does not any more. */
export function asks(body: EventBody): boolean {
  return body.type === "approval.requested" || body.type === "question.asked";
}
export function answers(
  body: EventBody,
): body is EventOf<"approval.resolved"> | EventOf<"question.answered"> {
  return body.type === "approval.resolved" || body.type === "question.answered";
}

/** What an answer to the call's question is bound to. */
export function askedDigest({ approval, question }: ToolEntry): string | undefined {
  return question?.digest ?? approval?.digest;
}
