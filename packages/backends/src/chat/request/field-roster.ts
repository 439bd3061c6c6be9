import type { CancelSignal, ReplyChunk } from "@kestrel/core";
import type { ModelFacts } from "@kestrel/protocol/api";

/**
 * Optional fields of a request, by the names of every kind of server. Each one left out only loses its purpose: counters, a limit,
 * the configured sampling, thinking that is sent back.
 */
const optional: ReadonlySet<string> = new Set([
  ...[
    "tool_choice",
    "stream_options",
    "response_format",
    "format",
    "stop",
    "max_tokens",
    "max_completion_tokens",
  ],
  ...["temperature", "top_p", "top_k", "min_p", "repeat_penalty", "repetition_penalty", "seed"],
  ...["chat_template_kwargs", "reasoning_effort", "reasoning_budget_tokens", "think", "keep_alive"],
  ...[
    "reasoning_content",
    "reasoning",
    "return_progress",
    "sse_ping_interval",
    "reasoning_control",
    "id_slot",
  ],
]);

type AskWithout = (leftOut: ReadonlySet<string>) => AsyncIterable<ReplyChunk>;

/**
 * Leaves out fields that a server refuses, one refusal after the other, for the rest of a backend's life: the prompt the server
 * reads stays the same.
 */
export class FieldRoster {
  readonly #leftOut: Set<string>;
  readonly #onRefused: ((field: string) => void) | undefined;

  /** `known`: what the server refused before. */
  constructor(known: readonly string[] = [], onRefused?: (field: string) => void) {
    this.#leftOut = new Set(known);
    this.#onRefused = onRefused;
  }

  get leftOut(): ReadonlySet<string> {
    return this.#leftOut;
  }

  /** The facts from the server, without constrained replies when it refuses a response format. */
  learn(facts: ModelFacts): ModelFacts {
    if (!this.#leftOut.has("response_format") && !this.#leftOut.has("format")) return facts;
    return { ...facts, capabilities: { ...facts.capabilities, answerSchema: false } };
  }

  async *reply(ask: AskWithout, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
    for (;;) {
      let refused: readonly string[] = [];
      for await (const chunk of ask(this.#leftOut)) {
        refused = this.#newIn(chunk);
        if (refused.length > 0) break;
        yield chunk;
      }
      if (refused.length === 0 || cancel.aborted) return;
      for (const field of refused) {
        this.#leftOut.add(field);
        this.#onRefused?.(field);
      }
    }
  }

  /** Only refusals before the first word name fields. */
  #newIn(chunk: ReplyChunk): readonly string[] {
    const refused = chunk.kind === "failed" ? chunk.failure.params?.refused : undefined;
    if (typeof refused !== "string") return [];
    return refused.split(",").filter((field) => optional.has(field) && !this.#leftOut.has(field));
  }
}

/** A body without those fields, its other keys in their order. */
export function withoutFields<Body extends Readonly<Record<string, unknown>>>(
  body: Body,
  leftOut: ReadonlySet<string> | undefined,
): Partial<Body> {
  if (!leftOut?.size) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !leftOut.has(field))) as Partial<Body>;
}
