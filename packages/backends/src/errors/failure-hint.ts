import { type ErrorCode, type ErrorParams, errorFacts, type FailureHint } from "@kestrel/protocol";

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
  no_model_server: "check_address",
  connection_lost: "ask_again",
  timeout: "see_engine",
};

/** The params every failure of a server has: whether the same request may succeed later, and what to do about it. */
export function advice(code: ErrorCode, hint?: FailureHint, final = false): ErrorParams {
  const advised = hint ?? usualHints[code];
  return { retryable: errorFacts[code].retryable && !final, ...(advised ? { hint: advised } : {}) };
}
