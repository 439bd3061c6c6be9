import type { UndoTarget } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";
import type { FileStep } from "./file-set.ts";
import { setsOf } from "./undo-choice.ts";

/** A version of a file: the hash of its bytes, and the mode when known. */
export type FileImage = { hash: string; mode?: number };

/** A file as the session left it, and its wanted content. Absent: no file. */
export type WantedFile = {
  path: string;
  left?: FileImage;
  wanted?: FileImage;
  /** Another program changed it between two changes of the session. That content would be lost. */
  between?: true;
};

/** The files of an undo target, each once, in the order of their first change. */
export function wantedFiles(state: SessionState, target: UndoTarget): WantedFile[] {
  const files = new Map<string, WantedFile & { last: FileStep }>();
  for (const { steps } of setsOf(state, target)) {
    for (const step of steps) {
      const known = files.get(step.path);
      const left = imageOf(step.after, step.modes?.after);
      if (!known) {
        const wanted = imageOf(step.before, step.modes?.before);
        files.set(step.path, { path: step.path, left, wanted, last: step });
        continue;
      }
      const between = known.between || known.last.after !== step.before;
      files.set(step.path, { ...known, left, last: step, ...(between && { between: true }) });
    }
  }
  return [...files.values()].map(({ last: _, ...file }) => file);
}

function imageOf(hash: string | undefined, mode: number | undefined): FileImage | undefined {
  return hash === undefined ? undefined : { hash, ...(mode !== undefined && { mode }) };
}
