import type { UndoTarget } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import type { ToolEntry } from "../timeline.ts";
import { setsOf } from "./undo-choice.ts";

/** How many commands ran without a snapshot in the turns of a target: their file changes are unknown. */
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

/** The commands that an undo without a named turn would skip, and the number of the turn it would undo. */
export type PassedOver = { turn?: number; count: number };

/**
 * The commands that ran without a snapshot since the files of a target were changed, and since the last undo. Without a target: all since
 * then. Undefined without any.
 */
export function commandsSince(state: SessionState, target: UndoTarget | undefined): PassedOver | undefined {
  const [set] = target ? setsOf(state, target) : [];
  const begin = set?.seq ?? 0;
  let [commands, inTurn] = [0, 0];
  for (const entry of state.timeline.backwards()) {
    if (entry.kind === "restored") break;
    if (entry.kind === "tool" && mayHaveChanged(entry)) inTurn += 1;
    if (entry.kind !== "user") continue;
    // A turn begins with its message, which precedes its changes.
    if (entry.seq < begin) break;
    commands += inTurn;
    inTurn = 0;
  }
  if (commands === 0) return undefined;
  return { count: commands, ...(set?.turn !== undefined && { turn: set.turn }) };
}

/** A command that was stopped may have changed files as well, and so may one that a crash cut off. */
function mayHaveChanged({ exitCode, durationMs, risk, status, subject, covered }: ToolEntry): boolean {
  if (risk === "read" || (covered && !covered.uncovered && !covered.missed)) return false;
  if (exitCode !== undefined) return true;
  return subject?.commands !== undefined && (durationMs !== undefined || status === "interrupted");
}
