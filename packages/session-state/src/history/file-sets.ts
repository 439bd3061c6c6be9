import type { EventOf } from "@kestrel/protocol";
import { Sequence } from "../sequence.ts";
import type { SessionState } from "../session-state.ts";
import type { FileSet, FileStep } from "./file-set.ts";
import { beginOf } from "./rewind.ts";

type Stamp = { at: string; seq: number };

const noSets = Sequence.empty<FileSet>();

/** The state with a file change of a call. */
export function withFileChange(
  state: SessionState,
  { turnId, path, before, after, modes }: EventOf<"file.changed">,
  { at, seq }: Stamp,
): SessionState {
  const step: FileStep = { path, before, after, ...(modes && { modes }) };
  const sets = state.fileSets ?? noSets;
  const last = sets.last;
  if (last && last.turnId === turnId)
    return { ...state, fileSets: sets.replace(sets.length - 1, { ...last, steps: last.steps.append(step) }) };
  const steps = Sequence.empty<FileStep>().append(step);
  return { ...state, fileSets: sets.append({ seq, at, steps, turnId, turn: state.turns }) };
}

/** The state with the file changes of a command. */
export function withTouchedFiles(
  state: SessionState,
  { turnId, files }: EventOf<"command.covered">,
  { at, seq }: Stamp,
): SessionState {
  if (files.length === 0) return state;
  const sets = state.fileSets ?? noSets;
  const last = sets.last;
  const own = last && last.turnId === turnId;
  let steps = own ? last.steps : Sequence.empty<FileStep>();
  for (const file of files) steps = steps.append(file);
  if (own) return { ...state, fileSets: sets.replace(sets.length - 1, { ...last, steps }) };
  return { ...state, fileSets: sets.append({ seq, at, steps, turnId, turn: state.turns }) };
}

/** The state after files were restored; a restoration without any changes only the timeline. */
export function withRestoredFiles(
  state: SessionState,
  { files, refused, target }: EventOf<"files.restored">,
  { at, seq }: Stamp,
): SessionState {
  const timeline = state.timeline.append({ kind: "restored", at, seq, target, files, refused });
  if (files.length === 0) return { ...state, timeline };
  const steps = Sequence.from<FileStep>(
    files.map(({ path, before, after, modes }) => ({ path, before, after, ...(modes && { modes }) })),
  );
  const begin = beginOf(state, target);
  const set = { seq, at, steps, target, ...(begin !== undefined && { begin }) };
  const fileSets = (state.fileSets ?? noSets).append(set);
  return { ...state, timeline, fileSets };
}
