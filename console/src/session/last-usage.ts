import type { Usage } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";

/** The counters of the newest reply that reported any. */
export function lastUsage(state: SessionState): Usage | undefined {
  for (const entry of state.timeline.backwards()) {
    if (entry.kind === "reply" && entry.usage?.prompt !== undefined) return entry.usage;
  }
  return undefined;
}
