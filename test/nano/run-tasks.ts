import { readFileSync } from "node:fs";
import type { Task } from "@kestrel/nano-workshop";
import { descendantsOf } from "../daemon/processes.ts";
import type { TestDaemon } from "../daemon/run-daemon.ts";
import { runTask, type TaskOutcome } from "./run-task.ts";

export type Played = { task: Task; outcome: TaskOutcome };

/** One task after the other, as one user would; `tell` hears each. */
export async function runTasks(
  daemon: TestDaemon,
  tasks: readonly Task[],
  tell: (played: Played) => void = () => undefined,
): Promise<Played[]> {
  const all: Played[] = [];
  for (const task of tasks) {
    const played = { task, outcome: await runTask(daemon, task) };
    all.push(played);
    tell(played);
  }
  return all;
}

/** MiB; promised for the small model's engine, whatever it has been asked. */
export const mostMemory = 64;

export type EngineMemory = { now: number; peak: number };

/** What the daemon's llama-server has resident, in MiB; undefined where the system does not tell. */
export function engineMemory(daemon: TestDaemon): EngineMemory | undefined {
  try {
    // The supervisor names the engine in its own command line too.
    const engines = descendantsOf(daemon.pid).filter(({ command }) => /^\S*llama-server\s/.test(command));
    const sizes = engines.map(({ pid }) => readFileSync(`/proc/${pid}/status`, "utf8"));
    const field = (name: string) =>
      Math.max(
        ...sizes.map((status) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024),
      );
    return sizes.length === 0 ? undefined : { now: field("VmRSS"), peak: field("VmHWM") };
  } catch {
    return undefined;
  }
}
