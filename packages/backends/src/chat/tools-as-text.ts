import type { Prompt, PromptMessage, ToolSpec } from "@kestrel/protocol";
import { grammarSafe } from "../schema/grammar-safe.ts";

/**
 * A prompt for a server that takes no tools: they are described in the system text, calls and their results are written
 * out, and core reads the new calls from the reply. It begins the same as long as the prompt does, message by message.
 */
export function toolsAsText({ messages, tools }: Prompt): Prompt {
  if (tools.length === 0) return { messages, tools };
  const [first, ...others] = messages;
  const told = instructions(tools);
  const system: PromptMessage =
    first?.role === "system"
      ? { role: "system", content: `${first.content}\n\n${told}` }
      : { role: "system", content: told };
  const rest = first === undefined || first.role === "system" ? others : messages;
  return { messages: [system, ...joinedResults(rest.map(asWords))], tools: [] };
}

function instructions(tools: readonly ToolSpec[]): string {
  const listed = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ name, description, parameters: grammarSafe(parameters) }),
  );
  return [
    "You have these tools, one JSON object a line:",
    ...listed,
    "To call one, end your reply with:",
    "<tool_call>",
    '{"name": "…", "arguments": {…}}',
    "</tool_call>",
    "The result then comes between <tool_response> and </tool_response>.",
  ].join("\n");
}

function asWords(message: PromptMessage): PromptMessage {
  switch (message.role) {
    case "assistant": {
      const calls = (message.calls ?? []).map(
        ({ name, arguments: text }) =>
          `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${text}}\n</tool_call>`,
      );
      const content = [message.content, ...calls].filter((part) => part !== "").join("\n");
      return { role: "assistant", content, reasoning: message.reasoning };
    }
    case "tool":
      return { role: "user", content: `<tool_response>\n${message.content}\n</tool_response>` };
    case "system":
    case "user":
      return message;
    default:
      return message satisfies never;
  }
}

/** Roles alternate: results, and what the user says after them, are one message. */
function joinedResults(messages: readonly PromptMessage[]): PromptMessage[] {
  const joined: PromptMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === "user" && message.role === "user") {
      const content = `${last.content}\n${message.content}`;
      const images = [...(last.images ?? []), ...(message.images ?? [])];
      joined[joined.length - 1] = { role: "user", content, ...(images.length > 0 ? { images } : {}) };
    } else joined.push(message);
  }
  return joined;
}
