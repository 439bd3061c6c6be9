import type { ReplyRequest } from "@kestrel/core";
import type { Prompt, PromptMessage, ToolSpec } from "@kestrel/protocol";
import { grammarSafe, grammarSafeAnswer } from "../../schema/grammar-safe.ts";
import { isSchema } from "../../schema/schema.ts";
import { withoutFields } from "./field-roster.ts";

/** The options of a request besides the prompt. None changes the rendered prompt, so none costs the cache. */
export type RequestOptions = Partial<ReplyRequest> & {
  model?: string;
  stream?: boolean;
  /** False where the model is known not to see: a picture would make the server refuse every later request too. */
  sees?: boolean;
  /** The fields in which this server reads past thinking. */
  thoughtFields?: readonly ThoughtField[];
  /** Texts at which the model ends its turn. */
  stop?: readonly string[];
  /** Fields that this server refuses. */
  leftOut?: ReadonlySet<string>;
  /** Fields of one server only, such as `return_progress`. */
  extra?: Readonly<Record<string, unknown>>;
};

/** llama-server and LM Studio read `reasoning_content`; vLLM and mlx read `reasoning`. Servers pass over the other one. */
export type ThoughtField = "reasoning_content" | "reasoning";

/**
 * The body of a chat request: the prompt message for message and tool for tool, keys always in the same order.
 * Lone surrogates become U+FFFD, since half a character makes a server refuse the whole request.
 */
export function chatRequest(prompt: Prompt, options: RequestOptions = {}): string {
  const tools = prompt.tools.map(toolOnWire);
  // The newer name of it, for servers that refuse the older one.
  const limit = options.leftOut?.has("max_tokens") ? "max_completion_tokens" : "max_tokens";
  const body = {
    model: options.model,
    messages: [
      ...prompt.messages.map((message) => messageOnWire(message, options)),
      ...(options.begins === undefined ? [] : [{ role: "assistant", content: options.begins }]),
    ],
    ...(tools.length > 0 ? { tools, tool_choice: options.toolChoice ?? "auto" } : {}),
    ...(options.answerSchema ? { response_format: formatOf(options.answerSchema) } : {}),
    ...(options.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
    [limit]: options.maxTokens,
    stop: options.stop,
    ...options.extra,
  };
  return wellFormedJson(withoutFields(body, options.leftOut));
}

/** JSON in which half a character is U+FFFD, in the names of fields too. */
export function wellFormedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => {
    if (typeof inner === "string") return inner.toWellFormed();
    const named = isSchema(inner) && Object.keys(inner).some((name) => !name.isWellFormed());
    return named
      ? Object.fromEntries(Object.entries(inner).map(([name, held]) => [name.toWellFormed(), held]))
      : inner;
  });
}

/** The words of a user for a model that does not see the pictures. */
export function wordsInsteadOf({ content, images = [] }: Pictured): string {
  return [content, ...images.map(() => "[a picture, which this model cannot see]")].join("\n\n");
}

export function toolOnWire({ name, description, parameters }: ToolSpec): unknown {
  return { type: "function", function: { name, description, parameters: grammarSafe(parameters) } };
}

type Pictured = Extract<PromptMessage, { role: "user" | "tool" }>;

function messageOnWire(
  message: PromptMessage,
  { sees = true, thoughtFields = ["reasoning_content"], leftOut }: RequestOptions,
): unknown {
  switch (message.role) {
    case "system":
      return { role: "system", content: message.content };
    case "user":
      return { role: "user", content: userContent(message, sees) };
    case "assistant":
      return {
        role: "assistant",
        content: message.content,
        ...withoutFields(
          Object.fromEntries(thoughtFields.map((field) => [field, message.reasoning])),
          leftOut,
        ),
        tool_calls: message.calls?.length
          ? message.calls.map(({ id, name, arguments: text }) => ({
              id,
              type: "function",
              function: { name, arguments: wellFormedArguments(text) },
            }))
          : undefined,
      };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: userContent(message, sees) };
    default:
      return message satisfies never;
  }
}

function userContent(message: Pictured, sees: boolean): unknown {
  const { content, images = [] } = message;
  if (images.length === 0) return content;
  if (!sees) return wordsInsteadOf(message);
  const pictures = images.map(({ mediaType, base64 }) => ({
    type: "image_url",
    image_url: { url: `data:${mediaType};base64,${base64}` },
  }));
  return [{ type: "text", text: content }, ...pictures];
}

function formatOf(schema: NonNullable<ReplyRequest["answerSchema"]>): unknown {
  const json_schema = { name: "answer", strict: true, schema: grammarSafeAnswer(schema) };
  return { type: "json_schema", json_schema };
}

/** A pair of surrogate escapes, a lone one, or any other escape, so that an escaped backslash is never read twice. */
const escapes = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(ud[89a-f][\da-f]{2})|.)/gis;

/** Argument text in which escaped half characters are U+FFFD too: llama-server takes the whole conversation for broken otherwise. */
function wellFormedArguments(text: string): string {
  return text.replace(escapes, (found, lone) => (lone === undefined ? found : "\\ufffd"));
}
