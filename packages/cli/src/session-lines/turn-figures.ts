import type { SessionState, TurnId } from "@kestrel/protocol";

/** What a turn cost, added up from the server's own counters. Undefined where it did not say. */
export type TurnFigures = {
  steps: number;
  prompt?: number;
  cached?: number;
  generated?: number;
  generateMs?: number;
};

/** The figures of one turn; of the last one when none is named. */
export function figuresOf({ timeline }: SessionState, turnId?: TurnId): TurnFigures {
  const figures: TurnFigures = { steps: 0 };
  let wanted = turnId;
  for (const entry of timeline.backwards()) {
    if (!("turnId" in entry)) continue;
    wanted ??= entry.turnId;
    if (entry.turnId !== wanted) break;
    if (entry.kind !== "reply") continue;
    figures.steps++;
    for (const key of ["prompt", "cached", "generated", "generateMs"] as const) {
      const value = entry.usage?.[key];
      if (value !== undefined) figures[key] = (figures[key] ?? 0) + value;
    }
  }
  return figures;
}

/** The words of the turn's last reply that has any. */
export function answerOf({ timeline }: SessionState, turnId: TurnId): string {
  for (const entry of timeline.backwards()) {
    if (!("turnId" in entry)) continue;
    if (entry.turnId !== turnId) break;
    if (entry.kind === "reply" && entry.text.trim() !== "") return entry.text.trim();
  }
  return "";
}
