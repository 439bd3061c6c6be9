import type { Failure, ModelFacts, Progress, Prompt, Sampling, Usage } from "@kestrel/protocol";
import type { CancelSignal } from "./cancel-signal.ts";

/** How one reply is asked for. None of it may change what the server caches. */
export type ReplyRequest = {
  /** `none` keeps the tools in the prompt but asks for words only. */
  toolChoice: "auto" | "none";
  /** How words are drawn, beside what is configured. */
  sampling?: Sampling;
  /** At most so many tokens; absent: the server's own limit. */
  maxTokens?: number;
  /** Ends the thinking after so many tokens, where the server can; core watches too. */
  reasoningTokens?: number;
  /** The reply is one JSON value of this form, where the server can see to it. The same tools are sent all the same. */
  answerSchema?: Readonly<Record<string, unknown>>;
};

/** One piece of a reply, in the order it arrived. The last one is `done` or `failed`, unless `cancel` fired. */
export type ReplyChunk =
  | { kind: "progress"; progress: Progress }
  /** `insteadOfText`: what was given as text until now was this thinking; those words are taken back. */
  | { kind: "reasoning"; delta: string; insteadOfText?: true }
  | { kind: "text"; delta: string }
  | { kind: "tool-call"; name: string; arguments: string }
  | { kind: "done"; finish: "stop" | "length" | "tool_calls"; usage?: Usage }
  | { kind: "failed"; failure: Failure; detail: string };

/**
 * A model that can speak. Implemented by `@kestrel/backends`; scripted in tests by `scriptedBackend`.
 *
 * - `reply` sends `prompt` message for message, tool for tool: it adds nothing and reorders nothing, or the KV cache is lost.
 * - A tool call arrives whole, with the argument text exactly as the model wrote it, valid or not; core judges it.
 *   A call cut by the end of the output arrives too, before `done` with finish `length`.
 * - It never throws for model trouble: the last chunk is `failed`. When `cancel` fires it ends within 500 ms and frees the server.
 * - One call is one request: retrying is core's business.
 */
export interface ModelBackend {
  /** What the server reports now; read again after a model change. Throws KestrelError when the server cannot be asked. */
  facts(): Promise<ModelFacts>;
  reply(prompt: Prompt, request: ReplyRequest, cancel: CancelSignal): AsyncIterable<ReplyChunk>;
  /** Exact tokens of the rendered prompt, or undefined where the server cannot tell. */
  countTokens(prompt: Prompt): Promise<number | undefined>;
  /** Ends the thinking of the reply being spoken, where the server offers it; resolves whether it did. Never rejects. */
  endReasoning?(): Promise<boolean>;
}
