import type { TurnId } from "@kestrel/protocol";
import { type FileDiff, netLines } from "@kestrel/text";
import type { SessionState } from "../session-state.ts";
import type { FileStep } from "./file-set.ts";
import { setsOf } from "./undo-choice.ts";

/** What a session made of a file, as far as it stands: what was taken back is no part of it. */
export type StandingChange = {
  path: string;
  kind: "created" | "changed" | "deleted";
  /** Of each step that stands, oldest first; fewer where a command did it, or its message was taken out of the conversation. */
  diffs: readonly string[];
  /** Lines, what all steps come to together; absent where one of them is not known. */
  added?: number;
  removed?: number;
};

type Told = FileDiff;

/** The files that a session leaves otherwise than it found them, since the first turn that changed some or since `from`. */
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

/** A step that leads back to what the file held before takes everything since with it: an undo is one, and so is its undoing. */
function withStep(steps: readonly FileStep[], step: FileStep): FileStep[] {
  if (isUnknown(step)) return [...steps, step];
  const back = steps.findIndex((earlier) => !isUnknown(earlier) && earlier.before === step.after);
  if (back >= 0) return steps.slice(0, back);
  return step.before === step.after || steps.at(-1)?.after === step.after ? [...steps] : [...steps, step];
}

/** Nobody kept what it held: only that it was changed is known. */
function isUnknown({ before, after }: FileStep): boolean {
  return before === undefined && after === undefined;
}

function kindOf(first: FileStep, last: FileStep): StandingChange["kind"] {
  if (first.before === undefined && last.after !== undefined) return "created";
  return first.before !== undefined && last.after === undefined ? "deleted" : "changed";
}

/** What the conversation shows of steps; the same bytes before and after are the same step. */
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
