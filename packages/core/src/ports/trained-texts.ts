import type { EditProblem } from "@kestrel/edit-match";
import type { ToolSpec } from "@kestrel/protocol";

/**
 * Texts for a very small model in the exact words of its training, independent of the product's current ones. A session names its set when
 * it opens (`prefix.texts`), and every use of such a text tries the set first. Texts that were not in the training are the product's own.
 */
export type TrainedTexts = {
  system: string;
  /** Specs that replace those of the same name. */
  tools: readonly ToolSpec[];
  /** Prompts of the library, by name. */
  prompts: Readonly<Record<string, string>>;
  /** The line above a skill's text. */
  skill(name: string, place: string): string;

  missing: string;
  emptyFile: string;
  emptyFolder: string;
  counted(entries: string): string;
  /** Which part of a folder or a file is shown; `next` is where it continues. */
  cut(what: "entries" | "lines", shown: { first: number; last: number; of: string; next?: number }): string;
  /** The prefix of a matching line's text. */
  hit(line: string): string;
  noMatches: string;
  asPlainText: string;
  cutSearch(hits: string, files: string): string;
  noFileToEdit(path: string): string;
  readFirst(path: string): string;
  editFailed(problem: EditProblem): string;
  edited(
    path: string,
    change: { first: number; last: number; added: number; removed: number; after: string },
  ): string;
  exists(path: string): string;
  created(path: string, lines: number): string;
  replaced(path: string, change: { added: number; removed: number }): string;
  ran(exitCode: number, output: string): string;

  sameCall: string;
  denied(reason: string | undefined): string;
  planned: string;
  unverified(paths: readonly string[]): string;
  failedCheck(command: string, exitCode: number): string;
  failedEdit(path: string): string;
  /** Replaces the compacted history, above the user's other messages. */
  summary: string;
  alsoSaid: string;
};
