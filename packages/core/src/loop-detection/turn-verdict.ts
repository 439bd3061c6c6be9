import type { EventOf, ReminderCause, TurnEndReason } from "@kestrel/protocol";

/** Text for the model, and its reason. */
type Reminder = { cause: ReminderCause; text: string };

/** A guard's verdict: continue, remind the model, or end the turn with a named reason. */
export type TurnVerdict =
  | { kind: "go-on" }
  | ({ kind: "remind" } & Reminder)
  | { kind: "end"; reason: TurnEndReason; unfinished?: EventOf<"turn.ended">["unfinished"] };

export const goOn: TurnVerdict = { kind: "go-on" };
