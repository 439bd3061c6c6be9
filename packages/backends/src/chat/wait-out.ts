import { type CancelSignal, type ReplyChunk, untilCancelled } from "@kestrel/core";
import { whenCancelled } from "../when-cancelled.ts";
import type { Wait } from "./server-waits.ts";

const aSecond = 1_000;

/** Waits and reports the reason; for a time the server named, reports the seconds left once a second. */
export async function* waitOut(
  { phase, milliseconds, named }: Wait,
  said: string | undefined,
  cancel: CancelSignal,
): AsyncGenerator<ReplyChunk> {
  const until = performance.now() + milliseconds;
  const cancelled = whenCancelled(cancel);
  // A timer that is set behind busy work rings early: the rest is waited for without a second word.
  let told = false;
  try {
    for (let left = milliseconds; left > 0 && !cancel.aborted; left = until - performance.now()) {
      const remainingMs = named ? Math.ceil(left) : undefined;
      if (named || !told)
        yield { kind: "progress", progress: { phase, ...(said && { said }), ...(named && { remainingMs }) } };
      told = true;
      const pause = AbortSignal.timeout(Math.ceil(named ? Math.min(aSecond, left) : left));
      await untilCancelled(cancelled.happens, pause);
    }
  } finally {
    cancelled.forget();
  }
}
