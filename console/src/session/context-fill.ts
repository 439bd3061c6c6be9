import { contextLedger, type Live, type SessionState, windowNow } from "@kestrel/session-state";

/** From this share on the window is about to be full. */
const fullFrom = 0.85;

export type ContextFill = {
  used: number;
  window?: number;
  share: number;
  /** Not all of it was counted by the server. */
  estimated: boolean;
  full: boolean;
};

/** How full the window is: by the prompt being read right now, else by the last count and an estimate of what came since. `loaded`: the window of the model that answers now. */
export function contextFill(state: SessionState, live?: Live, loaded?: number): ContextFill {
  const { used, estimated } = contextLedger(state, live);
  const window = windowNow(state, loaded);
  const share = window ? used / window : 0;
  return { used, window, share, estimated, full: share >= fullFrom };
}
