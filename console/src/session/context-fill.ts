import { contextLedger, type Live, type SessionState, windowNow } from "@kestrel/session-state";

/** Share from which the window counts as nearly full. */
const fullFrom = 0.85;

export type ContextFill = {
  used: number;
  window?: number;
  share: number;
  /** The server did not count all of it. */
  estimated: boolean;
  full: boolean;
};

/** How full the window is: the running prefill, else the last count plus an estimate of the rest. `loaded`: the current model's window. */
export function contextFill(state: SessionState, live?: Live, loaded?: number): ContextFill {
  const { used, estimated } = contextLedger(state, live);
  const window = windowNow(state, loaded);
  const share = window ? used / window : 0;
  return { used, window, share, estimated, full: share >= fullFrom };
}
