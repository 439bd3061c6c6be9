import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Skill, type Task, type TaskSet, taskSets } from "../src/tasks/task.ts";

export type Language = Task["language"];

/** Which of all, each set's in its own order: the first `count` of every set that is chosen. */
export type Choice = { set?: TaskSet; count?: number; language?: Language; skill?: Skill };

/** Tasks that no training has seen, the same every time, so that figures of two models can be compared. */
export function heldOutTasks({ set, count, language, skill }: Choice): Task[] {
  return (set === undefined ? taskSets : [set]).flatMap((name) =>
    tasksOf(name)
      .filter((task) => language === undefined || task.language === language)
      .filter((task) => skill === undefined || task.skill === skill)
      .slice(0, count),
  );
}

/** A task as its file has it. */
type Kept = Omit<Task, "set" | "files" | "changes"> & Partial<Pick<Task, "files" | "changes">>;

function tasksOf(set: TaskSet): Task[] {
  const lines = readFileSync(join(process.cwd(), "nano", "tasks", `${set}.jsonl`), "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => ({ set, files: {}, changes: {}, ...(JSON.parse(line) as Kept) }));
}
