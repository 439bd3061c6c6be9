import type { ReminderCause } from "@kestrel/protocol";
import type { Entry, ReplyEntry, SessionState, ToolEntry } from "@kestrel/session-state";

/** Events since the user's last message, oldest first. Read from the log, so it survives restarts and compaction. */
export type TurnSoFar = {
  replies: readonly ReplyEntry[];
  calls: readonly ToolEntry[];
  reminders: readonly ReminderCause[];
};

/** A queued message of the user resets it. */
export function turnSoFar({ timeline }: SessionState): TurnSoFar {
  const entries: Entry[] = [];
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user" || (entry.kind === "note" && entry.contextKind === "steering")) break;
    entries.push(entry);
  }
  entries.reverse();
  const replies: ReplyEntry[] = [];
  const calls: ToolEntry[] = [];
  const reminders: ReminderCause[] = [];
  for (const entry of entries) {
    if (entry.kind === "reply") replies.push(entry);
    if (entry.kind === "tool") calls.push(entry);
    if ((entry.kind === "note" || entry.kind === "tool") && entry.cause) reminders.push(entry.cause);
  }
  return { replies, calls, reminders };
}

/** How often this turn was reminded for that cause. */
export function remindersFor(turn: TurnSoFar, cause: ReminderCause): number {
  return turn.reminders.filter((given) => given === cause).length;
}
