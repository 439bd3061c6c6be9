import type { EventOf, ReminderCause, TurnEndReason } from "@kestrel/protocol";

/** Words for the model, and why it gets them. */
type Reminder = { cause: ReminderCause; text: string };

/** What a guard says: nothing is wrong, the model is told something, or the turn ends by a name. */
export type TurnVerdict =
  | { kind: "go-on" }
  | ({ kind: "remind" } & Reminder)
  | { kind: "end"; reason: TurnEndReason; unfinished?: EventOf<"turn.ended">["unfinished"] };

export const goOn: TurnVerdict = { kind: "go-on" };
