import { setFlagsFromString } from "node:v8";

let sleeps = false;

/**
 * Until `wakeCompiler` V8 compiles nothing for speed: whoever only waits for words would have one or two functions of Node's own
 * optimised, and 3.3 MiB of V8's compiler in memory for them. What is called often is counted all the same and compiled at one of its next
 * calls behind that. It comes when most of Node is loaded: under other flags than Node was built with its own compiled code fits no others.
 */
export function letCompilerSleep(): void {
  // Whoever debugs has nobody who wakes it (`endThoughBlocked`).
  if (process.execArgv.some((argument) => argument.startsWith("--inspect"))) return;
  sleeps = true;
  setFlagsFromString("--no-turbofan");
}

/** Before there is work: that is done as fast as ever. */
export function wakeCompiler(): void {
  if (!sleeps) return;
  sleeps = false;
  setFlagsFromString("--turbofan");
}
