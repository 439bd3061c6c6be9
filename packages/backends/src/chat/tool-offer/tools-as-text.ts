import type { Prompt, PromptMessage, ToolSpec } from "@kestrel/protocol";
import { type ToolsDialect, usualToolsDialect } from "@kestrel/protocol/api";
import type { BackendSettings } from "../../backend-settings.ts";
import { grammarSafe } from "../../schema/grammar-safe.ts";
import { dialects, type ToolDialect } from "./tool-dialects.ts";

/** A prompt as it is sent to the server, and the stop sequences. */
export type PromptOnWire = { prompt: Prompt; stop?: readonly string[] };

/** The prompt as it is where the server takes tools; otherwise in words, with the dialect's own stop. */
export function promptOnWire(
  prompt: Prompt,
  tools: "native" | "text" | undefined,
  { toolsDialect = usualToolsDialect }: BackendSettings,
): PromptOnWire {
  if (tools !== "text" || prompt.tools.length === 0) return { prompt };
  return { prompt: toolsAsText(prompt, toolsDialect), stop: [dialects[toolsDialect].stop] };
}

/**
 * A prompt for a server that takes no tools: they are described in the system prompt, calls and their results are written
 * out, and core reads the new calls from the reply. It begins the same as long as the prompt does, message by message.
 */
export function toolsAsText({ messages, tools }: Prompt, spoken: ToolsDialect = usualToolsDialect): Prompt {
  if (tools.length === 0) return { messages, tools };
  const [first, ...others] = messages;
  const dialect = dialects[spoken];
  const told = instructions(tools, dialect);
  const system: PromptMessage =
    first?.role === "system"
      ? { role: "system", content: `${first.content}\n\n${told}` }
      : { role: "system", content: told };
  const rest = first === undefined || first.role === "system" ? others : messages;
  return {
    messages: [system, ...joinedResults(rest.map((message) => asWords(message, dialect)))],
    tools: [],
  };
}

function instructions(tools: readonly ToolSpec[], { told }: ToolDialect): string {
  const listed = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ name, description, parameters: grammarSafe(parameters) }),
  );
  return ["You have these tools, one JSON object a line:", ...listed, ...told].join("\n");
}

function asWords(message: PromptMessage, dialect: ToolDialect): PromptMessage {
  switch (message.role) {
    case "assistant": {
      const calls = (message.calls ?? []).map(({ name, arguments: text }) => dialect.call(name, text));
      const content = [message.content, ...calls].filter((part) => part !== "").join("\n");
      return { role: "assistant", content, reasoning: message.reasoning };
    }
    case "tool":
      return {
        role: "user",
        content: dialect.result(message.content),
        ...(message.images && { images: message.images }),
      };
    case "system":
    case "user":
      return message;
    default:
      return message satisfies never;
  }
}

/** Roles alternate: results and the user's text after them are one message. */
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
