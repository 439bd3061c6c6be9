import type { FileModes, TurnId, UndoTarget } from "@kestrel/protocol";
import type { Sequence } from "../sequence.ts";

/** One change of one file: the blobs before and after, absent where there was no file. */
export type FileStep = { path: string; before?: string; after?: string; modes?: FileModes };

/** The file changes of one turn, or one restoration. Outlives the messages: a rewound turn can still be undone. */
export type FileSet = {
  /** The seq of its first event. */
  seq: number;
  at: string;
  steps: Sequence<FileStep>;
  /** For a turn: its id, and its number from 1. */
  turnId?: TurnId;
  turn?: number;
  /** For a restoration: its target; if that is everything from a turn on, the seq where it begins. */
  target?: UndoTarget;
  begin?: number;
};
