import type { TestDaemon } from "../../test/daemon/run-daemon.ts";
import type { Task } from "../src/tasks/task.ts";
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
