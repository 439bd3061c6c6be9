import type { TurnId, UndoTarget } from "@kestrel/protocol";
import { Sequence } from "../sequence.ts";
import type { SessionState } from "../session-state.ts";
import type { FileSet } from "./file-set.ts";
import { beginOf } from "./rewind.ts";

/** A turn that changed files, and whether its changes are still in place. */
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

/** The default target of an undo: the newest turn whose changes are still in place. */
export function nextUndo(state: SessionState): UndoTarget | undefined {
  const turn = changingTurns(state).findLast(({ undone }) => !undone);
  return turn && { turn: turn.turnId };
}

/** The default target of a redo: the newest restoration that was not undone itself. */
export function nextRedo(state: SessionState): UndoTarget | undefined {
  const { undone, sets } = standing(state);
  const isUndo = ({ target }: FileSet) => target !== undefined && !("restored" in target);
  const restoration = sets.findLast((set) => isUndo(set) && !undone.has(set.seq));
  const newestTurn = sets.findLast(({ turnId }) => turnId !== undefined);
  // Later changes of a turn build on the result of the restoration.
  if (!restoration || (newestTurn && newestTurn.seq > restoration.seq)) return undefined;
  return { restored: restoration.seq };
}

/** The turn of that number, as the lists of changes count them. */
export function turnNumbered(state: SessionState, number: number): TurnId | undefined {
  return changingTurns(state).find(({ turn }) => turn === number)?.turnId;
}

/** The first turn from that number on that changed files. */
export function changingTurnFrom(state: SessionState, number: number): TurnId | undefined {
  return changingTurns(state).find(({ turn }) => turn >= number)?.turnId;
}

/** Parses `N` or `to N` after `/undo`; empty means the newest. `unclear`: not understood. */
export function undoTargetIn(state: SessionState, argument: string): UndoTarget | undefined | "unclear" {
  const words = argument.split(/\s+/).filter(Boolean);
  if (words.length === 0) return nextUndo(state);
  const [number, ...more] = words[0] === "to" ? words.slice(1) : words;
  if (number === undefined || more.length > 0 || !/^[1-9]\d*$/.test(number)) return "unclear";
  const all = words[0] === "to";
  const turn = (all ? changingTurnFrom : turnNumbered)(state, Number(number));
  if (turn === undefined) return undefined;
  return all ? { to: turn } : { turn };
}

/** The sets of a target, oldest first. */
export function setsOf(state: SessionState, target: UndoTarget): FileSet[] {
  return setsAmong([...(state.fileSets ?? [])], target, beginOf(state, target));
}

function setsAmong(sets: readonly FileSet[], target: UndoTarget, begin: number | undefined): FileSet[] {
  if ("turn" in target) return sets.filter(({ turnId }) => turnId === target.turn);
  if ("restored" in target) return sets.filter((set) => set.target && set.seq === target.restored);
  if ("file" in target)
    return sets.map((set) => onlyOf(set, target.file)).filter(({ steps }) => steps.length > 0);
  return begin === undefined ? [] : sets.filter(({ seq }) => seq >= begin);
}

function onlyOf(set: FileSet, file: string): FileSet {
  return { ...set, steps: Sequence.from([...set.steps].filter(({ path }) => path === file)) };
}

function standing({ fileSets }: SessionState): { sets: FileSet[]; undone: Set<number> } {
  const sets = [...(fileSets ?? [])];
  const undone = new Set<number>();
  for (const [at, { target, begin }] of sets.entries()) {
    // A turn is in place as long as any other file of it is.
    if (!target || "file" in target) continue;
    const before = sets.slice(0, at);
    for (const set of setsAmong(before, target, begin)) {
      if (set.turnId !== undefined) undone.add(set.seq);
      if (!("restored" in target) || !set.target) continue;
      undone.add(set.seq);
      if ("file" in set.target) continue;
      const earlier = before.slice(0, before.indexOf(set));
      for (const back of setsAmong(earlier, set.target, set.begin)) undone.delete(back.seq);
    }
  }
  return { sets, undone };
}
