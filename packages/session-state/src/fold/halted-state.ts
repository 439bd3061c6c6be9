import type { Failure } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import { evolve } from "./evolve.ts";

/**
 * How a session is shown whose turn is over although its log could not be told: as if it had been. Only for showing; the
 * true state stands until the log goes on.
 */
export function haltedState(state: SessionState, failure: Failure): SessionState {
  const { openTurn, lastSeq, changedAt } = state;
  if (!openTurn) return state;
  const body = { type: "turn.ended", turnId: openTurn.turnId, reason: "log_unwritable", failure } as const;
  return evolve(state, { v: 1, seq: lastSeq, at: changedAt, body });
}
