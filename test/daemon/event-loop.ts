import { readFileSync } from "node:fs";

/** Milliseconds for which nobody else may be kept waiting, whatever a model, a file or a client sends. */
export const longestBlockAllowed = 100;

const tickMs = 5;

/** What the machine does, or a compiler at the first run, it does once; what the code does, it does each time. */
const tries = 3;

/**
 * Does the work and measures the longest time, in milliseconds, that this process's main thread spent on one thing. Where that was more
 * than is allowed the work is done again, up to three times, and the last try counts; `prepare` comes before each and is not measured.
 * On Linux time in which another program had the processor is not counted, so that a busy machine is no failure.
 */
export async function longestBlock<Result, Given = undefined>(
  work: (given: Given) => Promise<Result> | Result,
  prepare?: () => Promise<Given>,
): Promise<{ result: Result; blockedMs: number; given: Given }> {
  for (let attempt = 1; ; attempt++) {
    const given = (await prepare?.()) as Given;
    const measured = await measure(() => work(given));
    if (measured.blockedMs < longestBlockAllowed || attempt === tries) return { ...measured, given };
  }
}

async function measure<Result>(
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
