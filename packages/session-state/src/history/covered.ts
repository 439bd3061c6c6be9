import type { UndoTarget } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import type { ToolEntry } from "../timeline.ts";
import { setsOf } from "./undo-choice.ts";

/** How many commands ran in the turns that a target speaks of without a snapshot around them: what they did to files is in no list. */
export function commandsIn(state: SessionState, target: UndoTarget): number {
  const turns = new Set(setsOf(state, target).map(({ turnId }) => turnId));
  const from = "to" in target ? target.to : undefined;
  let counts = false;
  let commands = 0;
  for (const entry of state.timeline) {
    if (entry.kind === "user") counts = (counts && from !== undefined) || entry.turnId === from;
    if (entry.kind !== "tool" || !(counts || turns.has(entry.turnId))) continue;
    if (mayHaveChanged(entry)) commands += 1;
  }
  return commands;
}

/** The commands that an undo which names no turn would pass over, and the number of the turn it would come to. */
export type PassedOver = { turn?: number; count: number };

/**
 * The commands that ran without a snapshot since the files of a target were changed, and since anything was taken back last. Without
 * a target: all since then. Undefined where there are none.
 */
export function commandsSince(state: SessionState, target: UndoTarget | undefined): PassedOver | undefined {
  const [set] = target ? setsOf(state, target) : [];
  const begin = set?.seq ?? 0;
  let [commands, inTurn] = [0, 0];
  for (const entry of state.timeline.backwards()) {
    if (entry.kind === "restored") break;
    if (entry.kind === "tool" && mayHaveChanged(entry)) inTurn += 1;
    if (entry.kind !== "user") continue;
    // A turn begins with its message: the one that changed those files had it before.
    if (entry.seq < begin) break;
    commands += inTurn;
    inTurn = 0;
  }
  if (commands === 0) return undefined;
  return { count: commands, ...(set?.turn !== undefined && { turn: set.turn }) };
}

/** One that was ended before its time changed something as well, and one that a crash cut off may have. */
function mayHaveChanged({ exitCode, durationMs, risk, status, subject, covered }: ToolEntry): boolean {
  if (risk === "read" || (covered && !covered.uncovered && !covered.missed)) return false;
  if (exitCode !== undefined) return true;
  return subject?.commands !== undefined && (durationMs !== undefined || status === "interrupted");
}
