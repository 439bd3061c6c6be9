import type { Failure } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import { evolve } from "./evolve.ts";

/**
 * The state shown for a session whose turn ended without being logged: as if it had been. For display only; the true state stays until the
 * log can be written.
 */
export function haltedState(state: SessionState, failure: Failure): SessionState {
  const { openTurn, lastSeq, changedAt } = state;
  if (!openTurn) return state;
  const body = { type: "turn.ended", turnId: openTurn.turnId, reason: "log_unwritable", failure } as const;
  return evolve(state, { v: 1, seq: lastSeq, at: changedAt, body });
}
