import type { TurnId } from "../ids.ts";
import type { SessionState } from "../session-state.ts";
import type { UndoTarget } from "./file-restoration.ts";
import type { FileSet } from "./file-sets.ts";

/** A turn that changed files, and whether its changes stand. */
export type ChangingTurn = { turnId: TurnId; turn: number; at: string; files: number; undone: boolean };

/** The turns that changed files, oldest first. */
export function changingTurns(state: SessionState): ChangingTurn[] {
  const { undone } = standing(state);
  return [...(state.fileSets ?? [])].flatMap(({ turnId, turn, at, seq, steps }) => {
    if (turnId === undefined || turn === undefined) return [];
    const files = new Set([...steps].map(({ path }) => path)).size;
    return [{ turnId, turn, at, files, undone: undone.has(seq) }];
  });
}

/** What undoing means when nothing else is said: the newest turn whose changes stand. */
export function nextUndo(state: SessionState): UndoTarget | undefined {
  const turn = changingTurns(state).findLast(({ undone }) => !undone);
  return turn && { turn: turn.turnId };
}

/** What bringing back means when nothing else is said: the newest restoration that no other has taken back. */
export function nextRedo(state: SessionState): UndoTarget | undefined {
  const { undone, sets } = standing(state);
  const isUndo = ({ target }: FileSet) => target !== undefined && !("restored" in target);
  const restoration = sets.findLast((set) => isUndo(set) && !undone.has(set.seq));
  const newestTurn = sets.findLast(({ turnId }) => turnId !== undefined);
  // What a turn changed since stands on what the restoration left.
  if (!restoration || (newestTurn && newestTurn.seq > restoration.seq)) return undefined;
  return { restored: restoration.seq };
}

/** The turn of that number, as the lists of changes count them. */
export function turnNumbered(state: SessionState, number: number): TurnId | undefined {
  return changingTurns(state).find(({ turn }) => turn === number)?.turnId;
}

/** The sets that a target speaks of, oldest first. */
export function setsOf(sets: readonly FileSet[], target: UndoTarget): FileSet[] {
  if ("turn" in target) return sets.filter(({ turnId }) => turnId === target.turn);
  if ("restored" in target) return sets.filter((set) => set.target && set.seq === target.restored);
  const from = sets.findIndex(({ turnId }) => turnId === target.to);
  return from < 0 ? [] : sets.slice(from);
}

function standing({ fileSets }: SessionState): { sets: FileSet[]; undone: Set<number> } {
  const sets = [...(fileSets ?? [])];
  const undone = new Set<number>();
  for (const [at, { target }] of sets.entries()) {
    if (!target) continue;
    const before = sets.slice(0, at);
    for (const set of setsOf(before, target)) {
      if (set.turnId !== undefined) undone.add(set.seq);
      if (!("restored" in target) || !set.target) continue;
      undone.add(set.seq);
      for (const back of setsOf(before.slice(0, before.indexOf(set)), set.target)) undone.delete(back.seq);
    }
  }
  return { sets, undone };
}
