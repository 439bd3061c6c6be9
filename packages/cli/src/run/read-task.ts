import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import type { StandardInput } from "../machine/standard-input.ts";
import { longestTask } from "./longest-task.ts";

/**
 * The task: the words of the command line, or `-` for standard input. Piped text is the task when there are no words, and appended as
 * context otherwise. Throws UsageError when the task is empty.
 */
export async function readTask(words: readonly string[], input: StandardInput, say: Say): Promise<string> {
  const inputOnly = words.length === 1 && words[0] === "-";
  const asked = inputOnly ? "" : words.join(" ").trim();
  const piped = inputOnly ? await input.read(longestTask) : await input.readIfGiven(longestTask);
  const task = [asked, piped.trim()].filter((part) => part !== "").join("\n\n");
  if (task === "") throw new UsageError(say("run.nothing"));
  if (task.length > longestTask) throw new UsageError(say("run.tooLong", { limit: longestTask }));
  return task;
}
