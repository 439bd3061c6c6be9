import type { Attention, TurnEndReason } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

/** Whether a session works, waits, or how its last turn ended. */
export function attentionOf({ openTurn, timeline }: SessionState): Attention {
  if (openTurn) return (openTurn.calls?.waiting ?? 0) > 0 ? "needs_you" : "working";
  for (const entry of timeline.backwards()) if (entry.kind === "end") return attentionAfter(entry.reason);
  return "empty";
}

function attentionAfter(reason: TurnEndReason): Attention {
  switch (reason) {
    case "done":
      return "idle";
    case "failed":
    case "log_unwritable":
      return "error";
    case "cancelled":
    case "interrupted":
    case "shutdown":
    case "max_steps":
    case "context_full":
    case "length":
    case "empty_reply":
    case "stop_command":
    case "unfinished":
    case "doom_loop":
    case "same_error":
    case "repetition":
    case "reasoning_budget":
    case "too_many_calls":
    case "arguments_too_long":
    case "reply_too_long":
      return "stopped";
    default:
      return reason satisfies never;
  }
}
