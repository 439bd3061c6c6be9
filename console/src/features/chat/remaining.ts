import type { Progress } from "@kestrel/protocol";

/** Too little is known before this much was read, in milliseconds. */
const shortestLook = 800;

/** How long reading will still take at the pace so far, in milliseconds; whole seconds, so that it does not flicker. */
export function remainingMs(progress: Progress): number | undefined {
  const { processed, total, cached = 0, elapsedMs } = progress;
  if (processed === undefined || total === undefined || elapsedMs === undefined) return undefined;
  const done = processed - cached;
  if (elapsedMs < shortestLook || done <= 0 || processed >= total) return undefined;
  return Math.ceil(((total - processed) * elapsedMs) / done / 1000) * 1000;
}
