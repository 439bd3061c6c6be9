import type { SessionState } from "@kestrel/session-state";

/** The model that answered last. */
export function modelThatAnswered({ timeline }: SessionState): string | undefined {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "reply" && entry.model !== undefined) return entry.model;
    if (entry.kind === "user") break;
  }
  return undefined;
}
