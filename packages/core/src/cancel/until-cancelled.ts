import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { Host } from "../ports/host.ts";
import { Cancellation } from "./cancellation.ts";

/** The promise's value, or undefined as soon as `cancel` fires. */
export function untilCancelled<Value>(
  promise: Promise<Value>,
  cancel: CancelSignal,
): Promise<Value | undefined> {
  if (cancel.aborted) {
    promise.catch(() => undefined);
    return Promise.resolve(undefined);
  }
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    cancel.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => cancel.removeEventListener("abort", stop));
  });
}

/** The promise's value, or undefined when it has not come `ms` after `cancel` fired: what should end by itself is not waited for without end. */
export function soonAfterCancel<Value>(
  promise: Promise<Value>,
  cancel: CancelSignal,
  { host, ms }: { host: Host; ms: number },
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const settled = new Cancellation();
    const giveUp = () => void host.wait(ms, settled).then(() => resolve(undefined));
    promise.then(resolve, reject).finally(() => {
      cancel.removeEventListener("abort", giveUp);
      settled.cancel();
    });
    if (cancel.aborted) giveUp();
    else cancel.addEventListener("abort", giveUp, { once: true });
  });
}
