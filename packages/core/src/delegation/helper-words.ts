import type { Mode } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import type { HelperDefinition } from "../ports/helper-runner.ts";

/** Read-only tools; a subagent has these unless its file lists fewer. */
export const helperTools = ["read", "search"] as const;

/** Most requests of a subagent. */
export const mostHelperSteps = 15;

/** Tokens of a subagent's answer that reach the caller, about. */
const longestAnswer = 400;

/** The built-in subagent, which needs no file: a fresh context that only reads. */
export const delegateHelper: HelperDefinition = {
  name: "delegate",
  description: "ask a helper that only reads",
  words: "Find out what you are asked, in the files of this folder.",
  tools: helperTools,
  mode: "plan",
  steps: mostHelperSteps,
  from: "kestrel",
};

/** The beginning of a subagent's system prompt. The same for every question, so its cache is shared. */
export function helperPersona({ words }: Pick<HelperDefinition, "words">): string {
  return `${words.trim()}
Another agent asked you. It sees your last message and nothing else, and nobody answers questions. End with the answer itself in at most 200 words, with paths and line numbers.`;
}

/** For a subagent that has used up its steps or tokens. */
export const answerNow = "No more looking. Answer now from what you have seen, without a tool.";

/** Whether a subagent can only read; then it needs no approval. */
export function onlyReads({ mode }: { mode: Mode }): boolean {
  return mode === "plan";
}

/** A subagent's answer as returned, cut at the end of a line or sentence when it is too long. */
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
