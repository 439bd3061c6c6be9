import { alwaysAsks, type SessionState, type ToolEntry, waitingCalls } from "@kestrel/protocol";

/** The call of that name. */
export function callIn({ timeline }: SessionState, callId: string): ToolEntry | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.callId === callId) return entry;
  }
  return undefined;
}

/** The calls that wait for an answer, in their order. */
export function callsThatAsk(state: SessionState): ToolEntry[] {
  return waitingCalls(state).filter((call) => asks(call, state));
}

/** A call that was allowed for the session is logged as asking too; the gate answers it in the same breath. */
function asks({ status, approval }: ToolEntry, { grants }: SessionState): boolean {
  if (status !== "waiting" || !approval) return false;
  return alwaysAsks(approval.reasons) || !grants.includes(approval.digest);
}
