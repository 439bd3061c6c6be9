import type { TurnEndReason } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

const cutShort: ReadonlySet<TurnEndReason> = new Set([
  "length",
  "cancelled",
  "interrupted",
  "shutdown",
  "failed",
  "reply_too_long",
  "max_steps",
]);

/** Whether the newest turn was cut short. */
export function canContinue({ timeline, openTurn }: SessionState): boolean {
  if (openTurn) return false;
  for (const entry of timeline.backwards()) {
    if (entry.kind === "end") return cutShort.has(entry.reason);
    if (entry.kind === "user" || entry.kind === "rewound") return false;
  }
  return false;
}
