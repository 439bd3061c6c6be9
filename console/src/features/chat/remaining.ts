import type { Progress } from "@kestrel/protocol";

/** Progress before this time is too short for an estimate. Milliseconds. */
const shortestLook = 800;

/** Remaining prefill time at the current rate, in milliseconds; rounded to seconds against flicker. */
export function remainingMs(progress: Progress): number | undefined {
  const { processed, total, cached = 0, elapsedMs } = progress;
  if (processed === undefined || total === undefined || elapsedMs === undefined) return undefined;
  const done = processed - cached;
  if (elapsedMs < shortestLook || done <= 0 || processed >= total) return undefined;
  return Math.ceil(((total - processed) * elapsedMs) / done / 1000) * 1000;
}
