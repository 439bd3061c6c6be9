import { type ErrorCode, type ErrorParams, errorFacts } from "@kestrel/protocol";

/** What a person can do about a failure, as a stable word; the sentence is the client's. It stands in the failure's params. */
export type FailureHint =
  | "raise_window"
  | "smaller_texts"
  | "choose_model"
  | "load_model"
  | "check_key"
  | "check_address"
  | "start_server"
  | "wait"
  | "free_memory"
  | "see_engine"
  | "check_template"
  | "no_tools"
  | "no_thinking"
  | "no_vision"
  | "start_with_embeddings"
  | "simpler_schema"
  | "ask_again";

const usualHints: { readonly [Code in ErrorCode]?: FailureHint } = {
  context_overflow: "raise_window",
  model_not_found: "choose_model",
  auth: "check_key",
  busy: "wait",
  engine_not_ready: "wait",
  engine_died: "see_engine",
  template: "check_template",
  tool_parse: "ask_again",
  grammar: "simpler_schema",
  unreachable: "start_server",
  timeout: "see_engine",
};

/** The params every failure of a server has: whether the same request may succeed later, and what to do about it. */
export function advice(code: ErrorCode, hint?: FailureHint, final = false): ErrorParams {
  const advised = hint ?? usualHints[code];
  return { retryable: errorFacts[code].retryable && !final, ...(advised ? { hint: advised } : {}) };
}
