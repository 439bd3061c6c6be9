import type { ReplyRequest } from "@kestrel/core";
import type { Prompt, PromptMessage, ToolSpec } from "@kestrel/protocol";
import { wellFormedArguments } from "./well-formed-arguments.ts";

/** What a request says besides the prompt. None of it changes the rendered prompt, so none of it costs the cache. */
export type RequestManner = Partial<ReplyRequest> & {
  model?: string;
  stream?: boolean;
  /** Fields of one server only, such as `return_progress`. */
  extra?: Readonly<Record<string, unknown>>;
};

/**
 * The body of a chat request: the prompt message for message and tool for tool, keys always in the same order.
 * Lone surrogates become U+FFFD, since half a character makes a server refuse the whole request.
 */
export function chatRequest(prompt: Prompt, manner: RequestManner = {}): string {
  const tools = prompt.tools.map(toolOnWire);
  const body = {
    model: manner.model,
    messages: prompt.messages.map(messageOnWire),
    ...(tools.length > 0 ? { tools, tool_choice: manner.toolChoice ?? "auto" } : {}),
    ...(manner.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    max_tokens: manner.maxTokens,
    ...manner.extra,
  };
  return JSON.stringify(body, (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));
}

function messageOnWire(message: PromptMessage): unknown {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "assistant":
      return {
        role: "assistant",
        content: message.content,
        reasoning_content: message.reasoning,
        tool_calls: message.calls?.length
          ? message.calls.map(({ id, name, arguments: text }) => ({
              id,
              type: "function",
              function: { name, arguments: wellFormedArguments(text) },
            }))
          : undefined,
      };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.content };
    default:
      return message satisfies never;
  }
}

function toolOnWire({ name, description, parameters }: ToolSpec): unknown {
  return { type: "function", function: { name, description, parameters } };
}
