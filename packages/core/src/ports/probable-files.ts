import type { CancelSignal } from "./cancel-signal.ts";

/** A file that may hold an answer, and why, in words for the model. `also`: it has too little of the question to be named for its words alone. */
export type ProbableFile = { path: string; why: string; also?: true };

/**
 * Finds the files of a folder that probably hold the answer to a question, the likeliest first: none that is a secret or that an
 * ignore file leaves out. Nothing where the folder is small, or where nothing stands out.
 */
export interface ProbableFiles {
  /** Whether it is asked at all, as the settings are now. */
  readonly on: boolean;
  answering(question: string, workspace: string, cancel: CancelSignal): Promise<readonly ProbableFile[]>;
}
