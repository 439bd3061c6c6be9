import type { EventBody } from "@kestrel/protocol";
import { openCalls, type SessionState } from "@kestrel/session-state";
import type { TurnEnd } from "../turn/run-turn.ts";

/** The result of a call that a crash interrupted. It is not run again automatically. */
const interrupted =
  "Interrupted: the program ended while this ran. It may have happened or not; check before you do it again.";

/** The events that close what a crash, or a failed log write, left open; none for a properly closed log. */
export function recoveryOf(state: SessionState, end: TurnEnd = { reason: "interrupted" }): EventBody[] {
  const { openTurn, timeline, compacting } = state;
  const closing: EventBody[] = [];
  if (compacting) {
    const { turnId } = compacting;
    const request = { purpose: "compaction" as const, turnId, step: Math.max(1, openTurn?.step ?? 1) };
    closing.push({ type: "reply.completed", ...request, finish: "cancelled" });
  }
  if (!openTurn) return closing;
  const { turnId, step, replyAt } = openTurn;
  const reply = replyAt === undefined ? undefined : timeline.at(replyAt);
  if (reply?.kind === "reply" && reply.finish === undefined) {
    closing.push({ type: "reply.completed", turnId, step, finish: "cancelled" });
  }
  for (const call of openCalls(state)) {
    const { callId } = call;
    if (call.status === "waiting" && call.approval) {
      const { digest } = call.approval;
      closing.push({ type: "approval.resolved", turnId, callId, digest, decision: "expired", by: "end" });
    }
    closing.push({ type: "tool.finished", turnId, callId, outcome: "interrupted", content: interrupted });
  }
  closing.push({ type: "turn.ended", turnId, ...end });
  return closing;
}
