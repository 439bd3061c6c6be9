import type { FileModes, TurnId, UndoTarget } from "@kestrel/protocol";
import type { Sequence } from "../sequence.ts";

/** One change of one file: blobs of what it held before and after, absent where there was no file. */
export type FileStep = { path: string; before?: string; after?: string; modes?: FileModes };

/** What one turn, or one restoration, did to files. Outlives the messages: a rewound turn can still be taken back. */
export type FileSet = {
  /** That of its first event. */
  seq: number;
  at: string;
  steps: Sequence<FileStep>;
  /** Of a turn, with its number as counted from 1. */
  turnId?: TurnId;
  turn?: number;
  /** Of a restoration; of one that took back everything from a turn on: the seq from which. */
  target?: UndoTarget;
  begin?: number;
};
