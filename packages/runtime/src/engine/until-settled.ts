import { type CancelSignal, KestrelError } from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { ObservableStatus } from "./observable-status.ts";

/**
 * Resolves when the engine is ready; rejects with its failure when it is given up, and with `engine_not_ready` when it is stopped or
 * `cancel` fires. A cancel ends the wait, not the start: the model continues loading.
 */
export async function untilSettled(status: ObservableStatus, cancel: CancelSignal): Promise<void> {
  const { promise, resolve, reject } = withResolvers();
  const cancelled = () => reject(notReady("cancelled"));
  if (cancel.aborted) cancelled();
  cancel.addEventListener("abort", cancelled, { once: true });
  const unwatch = status.watch((now) => {
    const end = endOf(now);
    if (end === "ready") resolve();
    else if (end !== undefined) reject(end);
  });
  try {
    await promise;
  } finally {
    unwatch();
    cancel.removeEventListener("abort", cancelled);
  }
}

/** What a status means for a waiting caller; undefined while it may still change. */
function endOf({ state, failure }: EngineStatus): "ready" | KestrelError | undefined {
  switch (state) {
    case "ready":
    case "busy":
      return "ready";
    case "failed":
      if (!failure) return notReady("failed");
      return new KestrelError(
        failure.code,
        `the engine failed: ${failure.params.reason ?? failure.code}`,
        failure.params,
      );
    case "stopped":
    case "stopping":
      return notReady("stopped");
    case "starting":
    case "crashed":
      return undefined;
    default:
      return state satisfies never;
  }
}

const notReady = (reason: string) =>
  new KestrelError("engine_not_ready", `the engine is not ready: ${reason}`, { reason });

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers(): { promise: Promise<void>; resolve(): void; reject(error: unknown): void } {
  let resolve = () => {};
  let reject = (_: unknown) => {};
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
