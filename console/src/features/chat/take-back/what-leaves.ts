import type { TurnId, UndoTarget } from "@kestrel/protocol";
import {
  changingTurns,
  nextUndo,
  placeOfMessage,
  type SessionState,
  type UserEntry,
  wantedFiles,
} from "@kestrel/session-state";
import { netLinesByFile } from "@kestrel/text";

/** The user's messages, oldest first. */
export function messagesIn({ timeline }: SessionState): UserEntry[] {
  return [...timeline].filter((entry) => entry.kind === "user");
}

/** How many messages would be removed, that one included. */
export function messagesFrom(state: SessionState, turn: TurnId): number {
  const at = placeOfMessage(state, turn);
  if (at === undefined) return 0;
  let messages = 0;
  for (let index = at; index < state.timeline.length; index++)
    if (state.timeline.at(index)?.kind === "user") messages++;
  return messages;
}

/** How many files the undo of a target would restore. */
export function filesIn(state: SessionState, target: UndoTarget): number {
  return wantedFiles(state, target).length;
}

/** The file changes of the last turn. Undefined once they are undone. */
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
