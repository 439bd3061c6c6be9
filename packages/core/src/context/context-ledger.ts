import { contextLedger, replyReserve, type SessionState } from "@kestrel/session-state";

export { replyReserve };

/** Tokens one reply may take: half of the room left, so that a runaway one leaves enough to go on. Undefined without a window. */
export function replyLimit(state: SessionState): number | undefined {
  const { window } = state;
  if (window === undefined) return undefined;
  const room = window - neededTokens(state).tokens;
  return Math.max(replyReserve(window), Math.floor(room / 2));
}

/**
 * Tokens the next request needs, as every client shows them: what the server last counted plus an estimate of what came
 * since; all estimated before the first reply. `exact` when nothing had to be estimated.
 */
export function neededTokens(state: SessionState): { tokens: number; exact: boolean } {
  const { used, estimated } = contextLedger(state);
  return { tokens: used, exact: !estimated };
}
