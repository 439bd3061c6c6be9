import { z } from "zod";
import { errorFacts } from "./error-facts.ts";

/** A stable name for a failure. Sentences are made in the client, in the user's language. */
export type ErrorCode = keyof typeof errorFacts;
export const ErrorCode = z.enum(Object.keys(errorFacts) as [ErrorCode, ...ErrorCode[]]);

/** What a person can do about a failure of the model's server, as a stable word in its params under `hint`. */
export const FailureHint = z.enum([
  "raise_window",
  "smaller_texts",
  "choose_model",
  "load_model",
  "check_key",
  "check_address",
  "wait",
  "free_memory",
  "see_engine",
  "check_template",
  "no_tools",
  "text_tools",
  "no_thinking",
  "no_vision",
  "start_with_embeddings",
  "simpler_schema",
  "ask_again",
]);
export type FailureHint = z.infer<typeof FailureHint>;

/** Facts a sentence about the failure needs: a path, a limit, a number. Never a secret, never a stack. */
export const ErrorParams = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type ErrorParams = z.infer<typeof ErrorParams>;

/** A failure as logged and returned. */
export const Failure = z.object({ code: ErrorCode, params: ErrorParams.optional() });
export type Failure = z.infer<typeof Failure>;

/** The body of every error answer. */
export const ErrorBody = z.object({ error: z.object({ code: ErrorCode, params: ErrorParams }) });
export type ErrorBody = z.infer<typeof ErrorBody>;
