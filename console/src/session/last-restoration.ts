import type { UndoTarget } from "@kestrel/protocol";
import { nextRedo, type SessionState } from "@kestrel/session-state";

/** The newest undo, while it can be redone: no message was sent since. */
export function lastRestoration(
  state: SessionState,
): { target: UndoTarget; files: number; left: number } | undefined {
  const target = nextRedo(state);
  if (!target || !("restored" in target)) return undefined;
  for (const entry of state.timeline.backwards()) {
    if (entry.kind === "user") return undefined;
    if (entry.kind !== "restored" || entry.seq !== target.restored) continue;
    const files = entry.files.filter(({ action }) => action !== "unchanged").length;
    return { target, files, left: entry.refused.length };
  }
  return undefined;
}
