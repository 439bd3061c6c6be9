import type { CancelSignal } from "../ports/cancel-signal.ts";

/** The promise's value, or undefined as soon as `cancel` fires. */
export function untilCancelled<Value>(
  promise: Promise<Value>,
  cancel: CancelSignal,
): Promise<Value | undefined> {
  if (cancel.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    cancel.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => cancel.removeEventListener("abort", stop));
  });
}
