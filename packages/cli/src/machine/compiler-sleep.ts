import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";

/** How long the main thread is looked at, and the part of that time it has something to do when it is busy. Milliseconds; 0 to 1. */
const lookMs = 3_000;
const busyShare = 0.5;

/** What ends the sleep: any work, for a daemon of many; or work that keeps the main thread busy, for one person who reads what a model writes. */
export type CompilerSleeps = "until-work" | "until-busy";

let sleeps: CompilerSleeps | undefined;
let looking: NodeJS.Timeout | undefined;

/**
 * Until it wakes V8 compiles nothing for speed: its compiler takes 3.3 MiB for the first function, of Node's own at a start, and eleven over a
 * turn, for code that runs some hundredths of a second. What is called often is counted all the same and compiled at one of its next calls
 * behind that. It comes when most of Node is loaded: under other flags than Node was built with its own compiled code fits no others.
 */
export function letCompilerSleep(how: CompilerSleeps): void {
  // Whoever debugs has nobody who wakes it (`endThoughBlocked`).
  if (process.execArgv.some((argument) => argument.startsWith("--inspect"))) return;
  sleeps = how;
  setFlagsFromString("--no-turbofan");
}

/** Before what takes the main thread a while. */
export function wakeCompiler(): void {
  if (!sleeps) return;
  sleeps = undefined;
  clearInterval(looking);
  setFlagsFromString("--turbofan");
}

/** There is work until `restCompiler`: it wakes now, or when the main thread has been busy for `everyMs`. */
export function compilerHasWork(everyMs = lookMs): void {
  if (sleeps === "until-work") wakeCompiler();
  if (!sleeps) return;
  let before = performance.eventLoopUtilization();
  clearInterval(looking);
  looking = setInterval(() => {
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, before).utilization >= busyShare) wakeCompiler();
    before = now;
  }, everyMs).unref();
}

/** Nobody looks while there is nothing to do. */
export function restCompiler(): void {
  clearInterval(looking);
}
