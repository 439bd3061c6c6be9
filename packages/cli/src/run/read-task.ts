import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import type { StandardInput } from "../machine/standard-input.ts";
import { longestTask } from "./longest-task.ts";

/**
 * What is to be done: the words of the command line, or `-` for standard input. What is piped in is the task where there are no
 * words, and appended as context where there are. Throws UsageError when there is nothing to do.
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
