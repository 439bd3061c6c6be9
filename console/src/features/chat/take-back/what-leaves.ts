import type { TurnId, UndoTarget } from "@kestrel/protocol";
import {
  changingTurns,
  nextRedo,
  nextUndo,
  placeOfMessage,
  type SessionState,
  type UserEntry,
  wantedFiles,
} from "@kestrel/session-state";
import { netLinesByFile } from "@kestrel/text";

/** The messages of the person, oldest first. */
export function messagesIn({ timeline }: SessionState): UserEntry[] {
  return [...timeline].filter((entry) => entry.kind === "user");
}

/** How many messages, that one included, leave with it. */
export function messagesFrom(state: SessionState, turn: TurnId): number {
  const at = placeOfMessage(state, turn);
  if (at === undefined) return 0;
  let messages = 0;
  for (let index = at; index < state.timeline.length; index++)
    if (state.timeline.at(index)?.kind === "user") messages++;
  return messages;
}

/** How many files were changed by what a target speaks of. */
export function filesIn(state: SessionState, target: UndoTarget): number {
  return wantedFiles(state, target).length;
}

/** What the last turn did to files, as long as it stands. */
export type LastChange = { turn: TurnId; files: number; added: number; removed: number };

export function lastChange(state: SessionState): LastChange | undefined {
  const last = changingTurns(state).at(-1);
  const next = nextUndo(state);
  if (!last || last.turn !== state.turns || !next || !("turn" in next) || next.turn !== last.turnId)
    return undefined;
  const changes = [...state.timeline].flatMap((entry) =>
    entry.kind === "tool" && entry.turnId === last.turnId ? entry.changes : [],
  );
  const lines = [...netLinesByFile(changes).values()];
  return {
    turn: last.turnId,
    files: last.files,
    added: lines.reduce((sum, { added }) => sum + added, 0),
    removed: lines.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** The newest restoration, as long as nothing was said since and it can be brought back. */
export function lastRestoration(
  state: SessionState,
): { target: UndoTarget; files: number; left: number } | undefined {
  const target = nextRedo(state);
  if (!target || !("restored" in target)) return undefined;
  for (const entry of state.timeline.backwards()) {
    if (entry.kind === "user") return undefined;
    if (entry.kind !== "restored" || entry.seq !== target.restored) continue;
    const files = entry.files.filter(({ action }) => action !== "unchanged").length;
    return { target, files, left: entry.refused.length };
  }
  return undefined;
}
