import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Skill, type Task, type TaskSet, taskSets } from "@kestrel/nano-workshop";

/** The committed model. */
export const nanoModel = join(process.cwd(), "nano", "kestrel-nano.gguf");

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

/** Throws with the way to get it when the model is missing. */
export function needModel(path: string): string {
  if (!existsSync(path)) throw new Error(`there is no ${path}; nano/README.md tells how it is made`);
  return path;
}
