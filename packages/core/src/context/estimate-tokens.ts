import type { Prompt, PromptMessage, ToolSpec } from "@kestrel/protocol";

/** Tokens a template adds around one message (ChatML: start, role, two newlines, end). */
const glue = 5;

/** Tokens of one picture: models that see spend between 256 and some thousands on it, by its size. */
export const pictureTokens = 1_000;

/**
 * Roughly how many tokens a text has: a quarter of its narrow characters plus nine tenths of its wide ones (CJK and
 * beyond). An estimate: whoever shows it marks it with `~`.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(estimateShare(text));
}

/** The same for a piece of a text, not rounded: the shares of all pieces add up to the whole. */
export function estimateShare(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x2e80) wide++;
  return (text.length - wide) / 4 + wide * 0.9;
}

function estimateMessage(message: PromptMessage): number {
  const body = estimateTokens(message.content) + glue;
  if (message.role === "user") return body + (message.images?.length ?? 0) * pictureTokens;
  if (message.role !== "assistant") return body;
  const calls = message.calls ?? [];
  const callTokens = calls.reduce((sum, call) => sum + estimateTokens(call.name + call.arguments) + 12, 0);
  return body + estimateTokens(message.reasoning ?? "") + callTokens;
}

function estimateTools(tools: readonly ToolSpec[]): number {
  return tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)) + 8, 0);
}

export function estimatePrompt({ messages, tools }: Prompt): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), estimateTools(tools));
}
