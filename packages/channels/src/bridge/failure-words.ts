import type { ErrorCode, TurnEndReason } from "@kestrel/protocol";
import type { SayWord, WordKey } from "../words.ts";

type Ending = Exclude<TurnEndReason, "done" | "cancelled" | "failed">;

/**
 * The sentence of each failure that a person in a chat can meet. They are shorter than those of the other clients: a chat is told no path and
 * no address, and what is done at the machine is said to be.
 */
const sentences = {
  engine_not_found: "engineMissing",
  engine_start_failed: "engineDown",
  engine_not_ready: "engineDown",
  engine_died: "engineDown",
  no_model: "noModel",
  no_model_server: "noModel",
  model_not_chosen: "noModel",
  model_not_found: "noModel",
  model_file_invalid: "noModel",
  model_changed: "otherModel",
  unreachable: "unreachable",
  connection_lost: "unreachable",
  timeout: "unreachable",
  busy: "serverBusy",
  auth: "wrongKey",
  context_full: "windowFull",
  context_overflow: "windowFull",
  window_too_small: "smallWindow",
  log_unwritable: "diskFull",
  data_folder_unwritable: "diskFull",
  hook_denied: "hookDenied",
  workspace_invalid: "noFolder",
  workspace_unconfirmed: "noFolder",
  forbidden: "sessionGone",
  max_steps: "manySteps",
  doom_loop: "repeated",
  same_error: "repeated",
  repetition: "repeated",
  length: "tooLong",
  reply_line_too_long: "tooLong",
  reply_too_long: "tooLong",
  arguments_too_long: "tooLong",
  too_many_calls: "tooLong",
  reasoning_budget: "tooLong",
  empty_reply: "emptyReply",
  unfinished: "unfinished",
  stop_command: "checkFails",
  interrupted: "interrupted",
  shutdown: "interrupted",
} as const satisfies Record<Ending, WordKey> & Partial<Record<ErrorCode, WordKey>>;

/** What happened, and what to do. A failure without a sentence of its own keeps its code: the documentation has it. */
export function failureWords(code: ErrorCode | TurnEndReason, say: SayWord): string {
  const known: Partial<Record<ErrorCode | TurnEndReason, WordKey>> = sentences;
  const key = known[code];
  return key ? say(key) : say("otherFailure", { code });
}
