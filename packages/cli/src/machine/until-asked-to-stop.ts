import { endThoughBlocked } from "./end-though-blocked.ts";

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. A second one ends the process at once, and so does the end of
 * `graceMs`, even when the main thread hears nothing any more.
 */
export function untilAskedToStop(graceMs = 8_000): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = () => {
      if (asked) process.exit(130);
      asked = true;
      // The thread may not be up yet.
      setTimeout(() => process.exit(130), graceMs).unref();
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
    void endThoughBlocked(graceMs);
  });
}
