import type { CommandRunner, Sandbox } from "@kestrel/core";
import type { Blobs } from "./change/file-blobs.ts";
import type { GuardedPlaces } from "./confine/guarded-places.ts";
import type { JobTable } from "./jobs/job-table.ts";
import type { LanguageErrors } from "./languages/language-errors.ts";
import type { CommandSnapshots } from "./snapshot/command-snapshots.ts";
import type { SyntaxChecker } from "./syntax/syntax-checker.ts";
import type { TextPatience } from "./worker/text-worker.ts";

/** Dependencies of one session's tools. */
export type ToolDependencies = {
  commandRunner: CommandRunner;
  /** The sandbox in which commands can run without approval. Absent when unavailable. */
  sandbox?: Sandbox;
  /** Quarantines files that sandboxed commands may not create. Default: one for these tools alone. */
  guardedPlaces?: GuardedPlaces;
  /** The jobs of all sessions. Default: a table for these tools alone. */
  jobs?: JobTable;
  /** Takes snapshots around commands if the user enabled them. Without it there are none. */
  snapshots?: CommandSnapshots;
  /** Stores files' contents before and after a change. */
  blobs: Blobs;
  /** Stores whole outputs that are too long to show. The model can read it by name only. */
  spillFolder: string;
  /** Folders that are never read or written even inside the workspace: Kestrel's data and configuration, whole. */
  closedFolders?: readonly string[];
  /** Accessible folders within them: the playground. */
  openFolders?: readonly string[];
  /** Additional roots, read and written by absolute path: real paths, from the user's configuration only. See `extraRoots`. */
  extraRoots?: readonly string[];
  /** The user's skill folders: commands may read them anywhere. */
  skillFolders?: readonly string[];
  /** The text worker's bundle, which parses and compares in its own thread: `text-worker.cjs`, beside the built program. */
  workerProgram: string;
  /** Its time limits for a text. */
  textPatience?: TextPatience;
  /** Reports what a change would break. Default: the bundled parsers, in the text worker. */
  syntaxChecker?: SyntaxChecker;
  /** Reports what a change broke, from servers that the user configured. Without it nothing is reported. */
  languages?: LanguageErrors;
  /** Default: the bundled one, or `rg` on the PATH. */
  ripgrepPath?: string;
  /** Default: bash if available, else `/bin/sh`. */
  shell?: string;
  /** The environment from which commands inherit by name. Default: this process's environment. */
  environment?: Readonly<Record<string, string | undefined>>;
};
