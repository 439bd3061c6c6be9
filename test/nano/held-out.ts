import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Skill, type Task, tasksFor } from "@kestrel/nano";

/** The committed model. */
export const nanoModel = join(process.cwd(), "nano", "kestrel-nano.gguf");

/** The same tasks every time, so that figures of two models can be compared. */
export const evaluationSeed = 1;

export type Language = Task["language"];

/** How many of which; a fourth of all is Chinese unless one language is chosen. */
export type Choice = { count?: number; language?: Language; skill?: Skill; seed?: number };

/** Tasks whose names and contents no training has seen. */
export function heldOutTasks({ count, language, skill, seed = evaluationSeed }: Choice): Task[] {
  if (language !== undefined) return tasksOf(language, count ?? usual[language], seed, skill);
  const english = count === undefined ? usual.en : Math.ceil(count * 0.75);
  const chinese = count === undefined ? usual["zh-CN"] : count - english;
  return [...tasksOf("en", english, seed, skill), ...tasksOf("zh-CN", chinese, seed, skill)];
}

const usual: Record<Language, number> = { en: 360, "zh-CN": 120 };

function tasksOf(language: Language, count: number, seed: number, skill?: Skill): Task[] {
  if (skill === undefined) return tasksFor({ seed, count, language });
  // Enough of all that some are of this skill.
  const many = tasksFor({ seed, count: count * 40, language });
  return many.filter((task) => task.skill === skill).slice(0, count);
}

/** Throws with the way to get it when the model is missing. */
export function needModel(path: string): string {
  if (!existsSync(path)) throw new Error(`there is no ${path}; nano/README.md tells how it is made`);
  return path;
}
