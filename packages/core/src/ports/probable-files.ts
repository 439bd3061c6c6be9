import type { CancelSignal } from "./cancel-signal.ts";

/** A file that may contain an answer, and the reason, worded for the model. `also`: its match is too weak to be named on its own. */
export type ProbableFile = { path: string; why: string; also?: true };

/**
 * Finds the files of a folder that probably answer a question, likeliest first; never a secret or an ignored file. Empty when the
 * folder is small, or when no file is clearly likelier.
 */
export interface ProbableFiles {
  /** Whether the settings enable it now. */
  readonly on: boolean;
  answering(question: string, workspace: string, cancel: CancelSignal): Promise<readonly ProbableFile[]>;
}

/** A text file that a message names: its path as tools take it, its length in UTF-16 units, and the tokens it takes by estimate. */
export type NamedFile = { path: string; length: number; tokens: number };

/** Finds the text files of a folder that a message names, none of them a secret, in the order of the message. Never rejects. */
export interface NamedFiles {
  namedIn(message: string, workspace: string): Promise<readonly NamedFile[]>;
}
