import type { Live, SessionState } from "@kestrel/protocol";
import { windowBlocks } from "./window-blocks.ts";

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

/** How full the window is: by the prompt being read right now, else by the last count and an estimate of what came since. */
export function contextFill(state: SessionState, live?: Live): ContextFill {
  const window = state.measured?.window ?? state.window;
  const reading = live?.progress?.total;
  const counted = state.measured?.source === "server" ? state.measured.used : undefined;
  const since = reading === undefined ? sinceCount(state) : 0;
  const used = reading ?? (counted ?? 0) + since;
  const share = window ? used / window : 0;
  return { used, window, share, estimated: since > 0, full: share >= fullFrom };
}

const known = new WeakMap<SessionState, number>();

function sinceCount(state: SessionState): number {
  const before = known.get(state);
  if (before !== undefined) return before;
  const { measured } = state;
  const since =
    measured?.source === "estimate"
      ? measured.used
      : measured && measured.entries >= state.timeline.length
        ? 0
        : windowBlocks(state)
            .filter(({ estimated }) => estimated)
            .reduce((sum, { tokens }) => sum + tokens, 0);
  known.set(state, since);
  return since;
}
