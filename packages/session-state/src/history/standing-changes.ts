import type { TurnId } from "@kestrel/protocol";
import { type FileDiff, netLines } from "@kestrel/text";
import type { SessionState } from "../session-state.ts";
import type { FileStep } from "./file-set.ts";
import { setsOf } from "./undo-choice.ts";

/** What a session changed in a file. Changes that were undone are not part of it. */
export type StandingChange = {
  path: string;
  kind: "created" | "changed" | "deleted";
  /** One for each step, oldest first. A step of a command, or of a removed message, has none. */
  diffs: readonly string[];
  /** Lines over all steps together. Absent when a step is not known. */
  added?: number;
  removed?: number;
};

type Told = FileDiff;

/** The files that a session left changed, since its first change or since the turn `from`. */
export function standingChanges(state: SessionState, from?: TurnId): StandingChange[] {
  const sets = from === undefined ? [...(state.fileSets ?? [])] : setsOf(state, { to: from });
  const files = new Map<string, FileStep[]>();
  for (const { steps } of sets)
    for (const step of steps) files.set(step.path, withStep(files.get(step.path) ?? [], step));
  const told = toldSteps(state);
  return [...files].flatMap(([path, steps]) => {
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last) return [];
    const known = steps.map((step) => told.get(keyOf(step)));
    const all = known.filter((one) => one !== undefined);
    const counted = all.length === known.length && netLines(all);
    return [{ path, kind: kindOf(first, last), diffs: all.map(({ diff }) => diff), ...counted }];
  });
}

/** A step back to an earlier content removes the steps since then. An undo is such a step, and so is its redo. */
function withStep(steps: readonly FileStep[], step: FileStep): FileStep[] {
  if (isUnknown(step)) return [...steps, step];
  const back = steps.findIndex((earlier) => !isUnknown(earlier) && earlier.before === step.after);
  if (back >= 0) return steps.slice(0, back);
  return step.before === step.after || steps.at(-1)?.after === step.after ? [...steps] : [...steps, step];
}

/** The contents were not stored. Only the fact that the file changed is known. */
function isUnknown({ before, after }: FileStep): boolean {
  return before === undefined && after === undefined;
}

function kindOf(first: FileStep, last: FileStep): StandingChange["kind"] {
  if (first.before === undefined && last.after !== undefined) return "created";
  return first.before !== undefined && last.after === undefined ? "deleted" : "changed";
}

/** The diffs in the conversation, by step; the same bytes before and after are the same step. */
function toldSteps({ timeline }: SessionState): Map<string, Told> {
  const told = new Map<string, Told>();
  for (const entry of timeline) {
    const changes = entry.kind === "tool" ? entry.changes : entry.kind === "restored" ? entry.files : [];
    for (const change of changes) if (!isUnknown(change)) told.set(keyOf(change), change);
  }
  return told;
}

function keyOf({ path, before = "", after = "" }: FileStep): string {
  return `${path}\0${before}\0${after}`;
}
