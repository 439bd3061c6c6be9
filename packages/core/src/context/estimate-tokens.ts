import { estimateTokens, type Prompt, type PromptMessage, type ToolSpec } from "@kestrel/protocol";

/** Tokens a template adds around one message (ChatML: start, role, two newlines, end). */
const glue = 5;

/** Tokens of one picture: models that see spend between 256 and some thousands on it, by its size. */
export const pictureTokens = 1_000;

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
