import { readFileSync } from "node:fs";

/** Milliseconds for which nobody else may be kept waiting, whatever a model, a file or a client sends. */
export const longestBlockAllowed = 100;

const tickMs = 5;

/**
 * Does the work and measures the longest time, in milliseconds, that this process's main thread spent on one thing. On Linux time in
 * which another program had the processor is not counted, so that a busy machine is no failure.
 */
export async function longestBlock<Result>(
  work: () => Promise<Result> | Result,
): Promise<{ result: Result; blockedMs: number }> {
  let blockedMs = 0;
  let before = taken();
  const tick = () => {
    const now = taken();
    blockedMs = Math.max(blockedMs, Math.min(now.wall - before.wall, now.busy - before.busy));
    before = now;
  };
  const timer = setInterval(tick, tickMs);
  try {
    const result = await work();
    tick();
    return { result, blockedMs };
  } finally {
    clearInterval(timer);
  }
}

/** Milliseconds: of the clock, and of the processor for the main thread, whose number is the process's. */
function taken(): { wall: number; busy: number } {
  const wall = performance.now();
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return { wall, busy: Number(nanoseconds) / 1e6 };
  } catch {
    return { wall, busy: wall };
  }
}
