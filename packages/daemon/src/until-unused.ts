import { setTimeout as pause } from "node:timers/promises";

/** Between two looks. Milliseconds. */
const lookEveryMs = 250;

/** Resolves when for `ms` milliseconds together nobody followed the daemon and no turn was under way. */
export async function untilUnused(
  clients: () => number,
  sessions: { working(): boolean },
  ms: number,
): Promise<void> {
  for (let since = performance.now(); performance.now() - since < ms; ) {
    await pause(Math.min(lookEveryMs, ms), undefined, { ref: false });
    if (clients() > 0 || sessions.working()) since = performance.now();
  }
}
