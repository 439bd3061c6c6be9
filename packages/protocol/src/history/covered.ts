import type { SessionState } from "../session-state.ts";
import type { UndoTarget } from "./file-restoration.ts";
import { setsOf } from "./undo-choice.ts";

/** How many commands ran in the turns that a target speaks of; what they did to files is in no list. */
export function commandsIn(state: SessionState, target: UndoTarget): number {
  const turns = new Set(setsOf(state, target).map(({ turnId }) => turnId));
  const from = "to" in target ? target.to : undefined;
  let counts = false;
  let commands = 0;
  for (const entry of state.timeline) {
    if (entry.kind === "user") counts = (counts && from !== undefined) || entry.turnId === from;
    if (entry.kind !== "tool" || !(counts || turns.has(entry.turnId))) continue;
    const ran = entry.exitCode !== undefined && entry.risk !== "read";
    if (ran) commands += 1;
  }
  return commands;
}
