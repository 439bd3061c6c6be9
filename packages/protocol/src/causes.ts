import { z } from "zod";

/** Why a reply is cut while it is generated. The model is reminded first; the turn ends when it happens again. */
export const ReplyCut = z.enum([
  /** The reply repeated the same text without end. */
  "repetition",
  /** It exceeded its thinking budget, and kept thinking after it was told to answer. */
  "reasoning_budget",
  /** A reply exceeded a limit again after a reminder: calls, argument text, text. */
  "too_many_calls",
  "arguments_too_long",
  "reply_too_long",
]);
export type ReplyCut = z.infer<typeof ReplyCut>;

/** Why a turn ended. */
export const TurnEndReason = z.enum([
  "done",
  "cancelled",
  "failed",
  "max_steps",
  "context_full",
  "length",
  "empty_reply",
  "interrupted",
  /** The same calls returned the same results again and again. */
  "doom_loop",
  /** One error answered call after call. */
  "same_error",
  ...ReplyCut.options,
  /** The log could not be written. */
  "log_unwritable",
  /** The user's own check failed to the last. */
  "stop_command",
  /** The model ended the turn, but the log shows unfinished work, or the model said that it is not done. */
  "unfinished",
  /** The daemon was shut down; `interrupted` is what a crash leaves. */
  "shutdown",
]);
export type TurnEndReason = z.infer<typeof TurnEndReason>;

/** The log's evidence that a turn is `unfinished`. */
export const UnfinishedFact = z.enum([
  "nothing_changed",
  "no_test_ran",
  "failed_check",
  "failed_edit",
  /** The model's own word, asked by a form. */
  "said_so",
]);
export type UnfinishedFact = z.infer<typeof UnfinishedFact>;

/** Why a reminder was put into what the model sees. Each cause has a bound per turn. */
export const ReminderCause = z.enum([
  "repeated_call",
  "call_cycle",
  "same_error",
  ...ReplyCut.options,
  "empty_reply",
  "reasoning_only",
  "promise",
  "length",
  "unverified",
  "failed_edit",
  "failed_check",
  "open_items",
  "claim",
  "stop_hook",
  "hook",
]);
export type ReminderCause = z.infer<typeof ReminderCause>;
