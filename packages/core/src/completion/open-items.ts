import type { SessionState } from "@kestrel/session-state";

/** The open items of the newest plan in this session; empty without a plan. */
export function openItems({ timeline }: SessionState): readonly string[] {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "tool" && entry.openItems) return entry.openItems;
    if (entry.kind === "user") return [];
  }
  return [];
}
