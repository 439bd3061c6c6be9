/** A text file that a message names: its path as tools take it, its length in UTF-16 units, and the tokens it takes by estimate. */
export type NamedFile = { path: string; length: number; tokens: number };

/** Finds the text files of a folder that a message names, none of them a secret, in the order of the message. Never rejects. */
export interface NamedFiles {
  namedIn(message: string, workspace: string): Promise<readonly NamedFile[]>;
}
