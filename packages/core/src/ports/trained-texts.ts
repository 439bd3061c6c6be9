import type { EditProblem } from "@kestrel/edit-match";
import type { ToolSpec } from "@kestrel/protocol";

/**
 * What a very small model reads in the very words that it was trained on, whatever the product says by now. A session names
 * its set when it opens (`prefix.texts`), and every place that has such a text asks the set first. What the training never
 * had is the product's own.
 */
export type TrainedTexts = {
  system: string;
  /** Specs in place of those of the same name. */
  tools: readonly ToolSpec[];
  /** Prompts of the library, by name. */
  prompts: Readonly<Record<string, string>>;
  /** The line above a skill's words. */
  skill(name: string, place: string): string;

  missing: string;
  emptyFile: string;
  emptyFolder: string;
  counted(entries: string): string;
  /** Which part of a folder or a file is shown; `next` is where it goes on. */
  cut(what: "entries" | "lines", shown: { first: number; last: number; of: string; next?: number }): string;
  /** What stands before the text of a line that was found. */
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
  /** Stands in place of what was read, above what the user also said. */
  summary: string;
  alsoSaid: string;
};
