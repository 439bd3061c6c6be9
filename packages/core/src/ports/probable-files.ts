import type { CancelSignal } from "./cancel-signal.ts";

/** A file that may hold an answer, and why, in words for the model. `also`: it has too little of the question to be named for its words alone. */
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
