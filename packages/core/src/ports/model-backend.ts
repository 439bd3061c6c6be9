import type {
  Failure,
  Progress,
  Prompt,
  RequestPurpose,
  Sampling,
  SessionId,
  Usage,
} from "@kestrel/protocol";
import type { ModelFacts } from "@kestrel/protocol/api";
import type { CancelSignal } from "./cancel-signal.ts";

/** Parameters of one reply. None of them changes what the server caches. */
export type ReplyRequest = {
  /** `none` keeps the tools in the prompt but requests text only. */
  toolChoice: "auto" | "none";
  /** Sampling parameters, in addition to the configured ones. */
  sampling?: Sampling;
  /** At most so many tokens; absent: the server's own limit. */
  maxTokens?: number;
  /** Ends the thinking after so many tokens, where the server can; core watches too. */
  reasoningTokens?: number;
  /** The reply is one JSON value of this schema, if the server supports it. The tools are sent as well. */
  answerSchema?: Readonly<Record<string, unknown>>;
  /** The reply continues this text, if the server supports it. */
  begins?: string;
  /** The conversation: a server with several slots assigns its cache by it. */
  session?: SessionId;
  /** Set when nothing waits for this reply. */
  purpose?: RequestPurpose;
  /** Another reply ends it. It fails with `busy` then, and at once when another reply is running. */
  yields?: true;
};

/** A prompt that is processed ahead: its session, and whether it contains text that was not sent yet. */
type PrefillRequest = Pick<ReplyRequest, "session"> & { unsent?: true };

/** Tokens that were processed ahead, and those of the same prompt that were cached already, by the server's count. */
export type Prefilled = {
  read: number;
  cached: number;
  /** Whether the whole prompt was processed. Otherwise it was stopped on the way. */
  whole: boolean;
};

/** One piece of a reply, in the order it arrived. The last one is `done` or `failed`, unless `cancel` fired. */
export type ReplyChunk =
  | { kind: "progress"; progress: Progress }
  /** `insteadOfText`: the text until now was this thinking; it is removed from the text. */
  | { kind: "reasoning"; delta: string; insteadOfText?: true }
  | { kind: "text"; delta: string }
  /** The call at `index` seems complete; it follows again as `tool-call`. */
  | { kind: "call-written"; index: number; name: string; arguments: string }
  | { kind: "tool-call"; name: string; arguments: string }
  | { kind: "done"; finish: "stop" | "length" | "tool_calls"; usage?: Usage }
  | { kind: "failed"; failure: Failure; detail: string };

/** The unchanged answer of a model's server. */
export type LentAnswer = { status: number; contentType: string; bytes: AsyncIterable<Uint8Array> };

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
  /** Identifies the current engine: it changes when another model is loaded or another server chosen. Without it there is only one. */
  run?(): unknown;
  /** What the server reports now; read again after a model change. Throws KestrelError when the server cannot be asked. */
  facts(): Promise<ModelFacts>;
  reply(prompt: Prompt, request: ReplyRequest, cancel: CancelSignal): AsyncIterable<ReplyChunk>;
  /** Exact tokens of the rendered prompt; undefined when the server cannot count. */
  countTokens(prompt: Prompt): Promise<number | undefined>;
  /**
   * Prefills a prompt up to the end of the text of its last message, the user's or a tool's, in small pieces; `cancel` ends it
   * within one. Undefined when the server cannot, or serves another request. Never rejects, starts no engine, and changes no byte
   * of a later request.
   */
  prefill?(prompt: Prompt, ahead: PrefillRequest, cancel: CancelSignal): Promise<Prefilled | undefined>;
  /** The conversation ended: its slot is the first to be reused. */
  release?(session: SessionId): void;
  /** Exact tokens of each text by itself; undefined when the server cannot count. */
  countTexts?(texts: readonly string[]): Promise<readonly number[] | undefined>;
  /** The prompt as the model's template renders it, without its cue for a reply; undefined when the server cannot return it. */
  renderPrompt?(prompt: Prompt): Promise<string | undefined>;
  /**
   * Passes another program's request to the chat route of the model's server while no reply is generated; undefined during one. A
   * reply that begins ends its bytes with the error `busy`.
   */
  lend?(request: Readonly<Record<string, unknown>>, cancel: CancelSignal): Promise<LentAnswer | undefined>;
  /** Ends the thinking of the current reply, if the server supports it; resolves to whether it did. Never rejects. */
  endReasoning?(): Promise<boolean>;
}
