import type { Work } from "@kestrel/app/daemon";
import { endThoughBlocked } from "./end-though-blocked.ts";

const stopSignals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** A client has no long computations, so it needs no watching thread of nine MiB. */
export const clientWork: Promise<Work> = Promise.resolve({ busy: () => false, onBegin: () => undefined });

/**
 * Resolves at the first of these signals. A second one ends the process at once, and so does the end of
 * `graceMs`, even when the main thread is stuck: always, or with `work` only while there is some.
 */
export function untilAskedToStop(
  graceMs = 8_000,
  signals = stopSignals,
  work?: Promise<Work | undefined>,
): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) process.exit(130);
      asked = true;
      // The thread may not have started yet.
      setTimeout(() => process.exit(130), graceMs).unref();
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
    void endThoughBlocked(graceMs, signals, { work });
  });
}
