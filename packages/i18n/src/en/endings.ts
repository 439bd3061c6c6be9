import type { TurnEndReason } from "@kestrel/protocol";
import type { UnfinishedFact } from "@kestrel/protocol/api";

/** Why a turn came to its end. */
export const endings = {
  "end.done": "Done.",
  "end.cancelled": "Stopped.",
  "end.failed": "The turn failed.",
  "end.max_steps": "Stopped: the most steps of one turn are used up. Send a message to go on.",
  "end.context_full":
    "Stopped: the context window is full⟨. {needed} tokens are needed and {reserve} kept free, of {window}⟩. Three ways on: a larger window (--window), a new session with a summary (/new), or the message again, shorter (/edit).",
  "end.shortened":
    "The model now sees only the beginning and end of what did not fit. Your next message goes on from there.",
  "end.length": "Stopped: the reply reached its greatest length.",
  "end.empty_reply": "The model said nothing.",
  "end.interrupted": "The turn was cut off: Kestrel crashed or was killed while it ran.",
  "end.doom_loop": "Stopped: the same calls came to the same results again and again.",
  "end.unfinished": "Not finished.",
  "unfinished.nothing_changed": "The model says that it changed something, and no file has changed.",
  "unfinished.no_test_ran": "The model says that tests ran, and none did.",
  "unfinished.failed_check": "The last check failed.",
  "unfinished.failed_edit": "The last edit was refused, and no file has changed.",
  "unfinished.said_so": "The model says that it is not done⟨: {why}⟩.",
  "end.stop_command": "Stopped: your own check (limits.stop_command) still fails after eight reminders.",
  "end.same_error": "Stopped: one error answered call after call.",
  "end.repetition": "Stopped: the reply repeated itself.",
  "end.reasoning_budget": "Stopped: it thought beyond its budget.",
  "end.too_many_calls": "Stopped: one reply made too many calls at once.",
  "end.arguments_too_long": "Stopped: the arguments of its calls were too long.",
  "end.reply_too_long": "Stopped: the reply was too long.",
  "end.log_unwritable":
    "Stopped: the session's log cannot be written. Is the disk full? What was said is kept and can be read.",
  "end.shutdown": "The turn was interrupted: Kestrel was stopped while it ran.",
} as const satisfies Record<
  `end.${TurnEndReason}` | `unfinished.${UnfinishedFact}` | "end.shortened",
  string
>;
