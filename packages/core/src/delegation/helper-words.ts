import type { Mode } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import type { HelperDefinition } from "../ports/helper-runner.ts";

/** Tools that change nothing; a helper has these unless its file says less. */
export const helperTools = ["read", "search"] as const;

/** Most requests of a helper. */
export const mostHelperSteps = 15;

/** About how many tokens of a helper's answer reach the one who asked. */
const longestAnswer = 400;

/** The helper that needs no file: a fresh pair of eyes that only reads. */
export const delegateHelper: HelperDefinition = {
  name: "delegate",
  description: "ask a helper that only reads",
  words: "Find out what you are asked, in the files of this folder.",
  tools: helperTools,
  mode: "plan",
  steps: mostHelperSteps,
  from: "kestrel",
};

/** What stands before the system text of a helper's session. The same for every question, so its cache is shared. */
export function helperPersona({ words }: Pick<HelperDefinition, "words">): string {
  return `${words.trim()}
Another agent asked you. It sees your last message and nothing else, and nobody answers questions. End with the answer itself in at most 200 words, with paths and line numbers.`;
}

/** Said to a helper that has used up its steps or its tokens. */
export const answerNow = "No more looking. Answer now from what you have seen, without a tool.";

/** What a helper can do is only looking: then the person is not asked about it. */
export function onlyReads({ mode }: { mode: Mode }): boolean {
  return mode === "plan";
}

/** A helper's last words as they come back, cut at the end of a line or a sentence where they are too long. */
export function helperAnswer(text: string): string {
  const whole = text.trim();
  if (estimateTokens(whole) <= longestAnswer) return whole;
  const mark = "\n[Cut here: it said more.]";
  let end = whole.length;
  while (estimateTokens(whole.slice(0, end) + mark) > longestAnswer) end = Math.floor(end * 0.95);
  const shown = whole.slice(0, end);
  const last = Math.max(shown.lastIndexOf("\n"), shown.lastIndexOf(". "), shown.lastIndexOf("。"));
  return `${shown.slice(0, last > end / 2 ? last + 1 : end).trimEnd()}${mark}`;
}
