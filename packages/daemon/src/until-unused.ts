import { setTimeout as pause } from "node:timers/promises";

/** Between two looks, at most: an idle daemon wakes no processor for more. Milliseconds. */
const lookEveryMs = 5_000;

type Used = {
  /** Whether it is in use at this moment. */
  now(): boolean;
  /** When it was last asked for anything, by `performance.now()`. */
  lastAsked(): number;
};

/** Resolves when for `ms` milliseconds together a daemon was not in use, and was asked for nothing. */
export async function untilUnused(used: Used, ms: number): Promise<void> {
  for (let since = performance.now(); performance.now() - since < ms; ) {
    await pause(Math.min(lookEveryMs, Math.max(ms / 10, 1)), undefined, { ref: false });
    since = used.now() ? performance.now() : Math.max(since, used.lastAsked());
  }
}
