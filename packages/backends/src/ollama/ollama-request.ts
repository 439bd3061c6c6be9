import type { ReplyRequest } from "@kestrel/core";
import type { Prompt, PromptMessage, Sampling } from "@kestrel/protocol";
import { parseJson } from "@kestrel/text";
import type { Thinking } from "../backend-settings.ts";
import { toolOnWire, wellFormedJson, wordsInsteadOf } from "../chat/request/chat-request.ts";
import { withoutFields } from "../chat/request/field-roster.ts";
import { grammarSafeAnswer } from "../schema/grammar-safe.ts";

export type OllamaOptions = Partial<ReplyRequest> & {
  model?: string;
  /** Tokens. Another value than the last makes Ollama load the model anew, so it never changes in a backend's life. */
  window: number;
  /** Absent where the model does not think: Ollama refuses the wish then. */
  thinking?: Thinking;
  /** Levels only: a model that never stops thinking. */
  neverOff?: boolean;
  drawn?: Sampling;
  /** For so long after the reply the model stays loaded, and its cache with it. */
  keepAliveMinutes?: number;
  sees?: boolean;
  /** Fields that this server refuses. */
  leftOut?: ReadonlySet<string>;
  /** Texts at which the model ends its turn. */
  stop?: readonly string[];
};

/**
 * The body of a request to `/api/chat`, keys always in the same order. A prompt that does not fit is refused, not truncated: by
 * default Ollama silently drops its beginning.
 */
export function ollamaRequest(prompt: Prompt, options: OllamaOptions): string {
  const tools = prompt.tools.map(toolOnWire);
  const names = callNames(prompt);
  const body = {
    model: options.model,
    messages: prompt.messages.map((message) => messageOnWire(message, names, options.sees ?? true)),
    ...(tools.length > 0 ? { tools } : {}),
    think: thinkOnWire(options),
    ...(options.answerSchema ? { format: grammarSafeAnswer(options.answerSchema) } : {}),
    options: { num_ctx: options.window, ...drawnOnWire(options), stop: options.stop },
    keep_alive: options.keepAliveMinutes === undefined ? undefined : `${options.keepAliveMinutes}m`,
    stream: true,
    truncate: false,
    shift: false,
  };
  return wellFormedJson(withoutFields(body, options.leftOut));
}

function messageOnWire(message: PromptMessage, names: ReadonlyMap<string, string>, sees: boolean): unknown {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user": {
      if (!message.images?.length) return { role: "user", content: message.content };
      if (!sees) return { role: "user", content: wordsInsteadOf(message) };
      return { role: "user", content: message.content, images: message.images.map(({ base64 }) => base64) };
    }
    case "assistant":
      return {
        role: "assistant",
        content: message.content,
        thinking: message.reasoning,
        tool_calls: message.calls?.length
          ? message.calls.map(({ id, name, arguments: text }) => ({
              id,
              function: { name, arguments: objectOf(text) },
            }))
          : undefined,
      };
    case "tool":
      return {
        role: "tool",
        content: sees ? message.content : wordsInsteadOf(message),
        ...(sees && message.images && { images: message.images.map(({ base64 }) => base64) }),
        tool_name: names.get(message.callId),
        tool_call_id: message.callId,
      };
    default:
      return message satisfies never;
  }
}

/** Results are matched by tool name; older versions have no ids. */
function callNames({ messages }: Prompt): Map<string, string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? (message.calls ?? []) : []));
  return new Map(calls.map(({ id, name }) => [id, name]));
}

function thinkOnWire({ thinking, neverOff }: OllamaOptions): boolean | string | undefined {
  if (thinking === undefined) return undefined;
  if (typeof thinking === "object" || thinking === "on") return neverOff ? "medium" : true;
  if (thinking === "off") return neverOff ? "low" : false;
  return thinking;
}

function drawnOnWire({ drawn = {}, maxTokens }: OllamaOptions): Readonly<Record<string, unknown>> {
  const { max_tokens = maxTokens, ...others } = drawn;
  return { num_predict: max_tokens, ...others };
}

function objectOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // expected: arguments of an older reply that are no JSON
    return {};
  }
}
