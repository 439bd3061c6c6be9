import type { SessionState, Usage } from "@kestrel/protocol";

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

/** How full the window is as far as the log says. */
export function contextFill(state: SessionState): ContextFill {
  const used = state.measured?.used ?? 0;
  const window = state.measured?.window ?? state.window;
  const share = window ? used / window : 0;
  const estimated = state.measured !== undefined && state.measured.source === "estimate";
  return { used, window, share, estimated, full: share >= fullFrom };
}

/** The counters of the newest reply that reported any. */
export function lastUsage(state: SessionState): Usage | undefined {
  for (const entry of state.timeline.backwards()) {
    if (entry.kind === "reply" && entry.usage?.prompt !== undefined) return entry.usage;
  }
  return undefined;
}
