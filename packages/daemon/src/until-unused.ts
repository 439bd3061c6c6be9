import { setTimeout as pause } from "node:timers/promises";

/** Between two looks, at most: an idle daemon wakes no processor for more. Milliseconds. */
const lookEveryMs = 5_000;

type Used = {
  /** Whether it is in use at this moment. */
  now(): boolean;
  /** When it was last asked for anything, by `performance.now()`. */
  lastAsked(): number;
  /** Milliseconds after which it is unused, as the settings are now; 0 for never. */
  idleMs(): number;
};

/** Resolves when a daemon had no work and no request for this long without a break. */
export async function untilUnused(used: Used): Promise<void> {
  const leftMs = () => used.idleMs() || Number.POSITIVE_INFINITY;
  for (let since = performance.now(); performance.now() - since < leftMs(); ) {
    await pause(Math.min(lookEveryMs, Math.max(leftMs() / 10, 1)), undefined, { ref: false });
    since = used.now() ? performance.now() : Math.max(since, used.lastAsked());
  }
}
