import { setTimeout as pause } from "node:timers/promises";
import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { CommandFailure } from "../failure-of.ts";

/** Longest time for ending turns, tools and an engine. Milliseconds. */
const longest = 30_000;

/** Resolves when that daemon has released the data folder. Rejects with `daemon_running` when it does not end. */
export async function untilEnded(pid: number): Promise<void> {
  for (const until = performance.now() + longest; performance.now() < until; await pause(20)) {
    const other = await findRunningDaemon();
    if (other?.pid !== pid && !isAlive(pid)) return;
  }
  throw new CommandFailure("daemon_running", { pid });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // expected: there is no such process
    return false;
  }
}
