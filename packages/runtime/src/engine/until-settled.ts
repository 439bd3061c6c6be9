import { type CancelSignal, KestrelError } from "@kestrel/core";
import type { StatusBoard } from "./status-board.ts";

/**
 * Resolves when the engine is ready; rejects with its failure when it is given up, with `engine_not_ready` when it is
 * stopped or the caller's wish is cancelled. A cancel takes back the wish, not the start: the model goes on loading.
 */
export function untilSettled(board: StatusBoard, cancel: CancelSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let unwatch = () => {};
    const settle = (failure?: KestrelError) => {
      settled = true;
      unwatch();
      cancel.removeEventListener("abort", onCancel);
      failure ? reject(failure) : resolve();
    };
    const notReady = (reason: string) =>
      new KestrelError("engine_not_ready", `the engine is not ready: ${reason}`, { reason });
    const onCancel = () => settle(notReady("cancelled"));
    if (cancel.aborted) return settle(notReady("cancelled"));
    cancel.addEventListener("abort", onCancel, { once: true });
    unwatch = board.watch(({ state, failure }) => {
      if (settled) return;
      switch (state) {
        case "ready":
        case "busy":
          return settle();
        case "failed":
          return settle(
            failure
              ? new KestrelError(
                  failure.code,
                  `the engine failed: ${failure.params.reason ?? failure.code}`,
                  failure.params,
                )
              : notReady("failed"),
          );
        case "stopped":
        case "stopping":
          return settle(notReady("stopped"));
        case "starting":
        case "crashed":
          return;
        default:
          state satisfies never;
      }
    });
    if (settled) unwatch();
  });
}
