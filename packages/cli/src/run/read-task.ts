import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import type { StandardInput } from "../machine/standard-input.ts";

/** More characters than this are refused by the daemon; reading on would only cost memory. */
const longestTask = 200_000;

/**
 * What is to be done: the words of the command line, or `-` for standard input. With words, what is piped in is appended
 * as context. Throws UsageError when there is nothing to do.
 */
export async function readTask(words: readonly string[], input: StandardInput, say: Say): Promise<string> {
  const inputOnly = words.length === 0 || (words.length === 1 && words[0] === "-");
  const asked = inputOnly ? "" : words.join(" ").trim();
  const needed = inputOnly && (words.length > 0 || input.kind !== "terminal");
  const piped = needed ? await input.read(longestTask) : await input.readIfGiven(longestTask);
  const task = [asked, piped.trim()].filter((part) => part !== "").join("\n\n");
  if (task === "") throw new UsageError(say("run.nothing"));
  if (task.length > longestTask) throw new UsageError(say("run.tooLong", { limit: longestTask }));
  return task;
}
