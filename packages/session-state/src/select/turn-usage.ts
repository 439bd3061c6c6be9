import type { TurnId } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import type { ReplyEntry } from "../timeline.ts";

/** The sums of the steps of a turn, by the server's own counters. Absent when not reported. */
export type TurnUsage = {
  steps: number;
  prompt?: number;
  cached?: number;
  generated?: number;
  generateMs?: number;
};

const counters = ["prompt", "cached", "generated", "generateMs"] as const;

/** Of one turn; the last one by default. */
export function turnUsage(state: SessionState, turnId?: TurnId): TurnUsage {
  const total: TurnUsage = { steps: 0 };
  for (const { usage } of repliesOf(state, turnId)) {
    total.steps += 1;
    for (const key of counters) {
      const value = usage?.[key];
      if (value !== undefined) total[key] = (total[key] ?? 0) + value;
    }
  }
  return total;
}

/** The text of the turn's last reply that has any. */
export function turnAnswer(state: SessionState, turnId: TurnId): string {
  for (const { text } of repliesOf(state, turnId)) if (text.trim() !== "") return text.trim();
  return "";
}

/** The replies of a turn, the last one first. */
function* repliesOf({ timeline }: SessionState, turnId: TurnId | undefined): Generator<ReplyEntry> {
  let wanted = turnId;
  let found = false;
  for (const entry of timeline.backwards()) {
    if (!("turnId" in entry)) continue;
    wanted ??= entry.turnId;
    if (entry.turnId === wanted) found = true;
    else if (found) return;
    else continue;
    if (entry.kind === "reply") yield entry;
  }
}
