import type { Prompt, PromptMessage, ToolSpec } from "@kestrel/protocol";
import { around, estimateTokens } from "@kestrel/text";

function estimateMessage(message: PromptMessage): number {
  const body = estimateTokens(message.content) + around.message;
  if (message.role === "user" || message.role === "tool")
    return body + (message.images?.length ?? 0) * around.picture;
  if (message.role !== "assistant") return body;
  const calls = message.calls ?? [];
  const callTokens = calls.reduce(
    (sum, call) => sum + estimateTokens(call.name + call.arguments) + around.call,
    0,
  );
  return body + estimateTokens(message.reasoning ?? "") + callTokens;
}

function estimateTools(tools: readonly ToolSpec[]): number {
  return tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)) + around.tool, 0);
}

/** About how many tokens a prompt has that no session asks with. A session's own is in its ledger. */
export function estimatePrompt({ messages, tools }: Prompt): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), estimateTools(tools));
}
