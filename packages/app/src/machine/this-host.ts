import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { passOver, report } from "@kestrel/diagnostics";

type Cancel = {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
};

/** The machine Kestrel runs on, as core asks for it. */
export const thisHost = {
  now: () => performance.now(),
  report,
  digest: (text: string) => createHash("sha256").update(text).digest("hex"),
  async wait(ms: number, cancel: Cancel): Promise<void> {
    if (cancel.aborted) return;
    const stop = new AbortController();
    const onAbort = () => stop.abort();
    cancel.addEventListener("abort", onAbort, { once: true });
    await pause(ms, undefined, { signal: stop.signal }).catch(passOver("wait"));
    cancel.removeEventListener("abort", onAbort);
  },
};
