import type { CommandRunner, Sandbox } from "@kestrel/core";
import type { Blobs } from "./change/file-blobs.ts";
import type { GuardedPlaces } from "./confine/guarded-places.ts";
import type { JobTable } from "./jobs/job-table.ts";
import type { LanguageErrors } from "./languages/language-errors.ts";
import type { CommandSnapshots } from "./snapshot/command-snapshots.ts";
import type { SyntaxChecker } from "./syntax/syntax-checker.ts";
import type { TextPatience } from "./worker/text-worker.ts";

/** What the tools of one session are built with. */
export type ToolDependencies = {
  commandRunner: CommandRunner;
  /** The sandbox in which commands can run without approval. Absent where there is none. */
  sandbox?: Sandbox;
  /** Puts aside what commands in the sandbox may not make. Without it those of these tools alone. */
  guardedPlaces?: GuardedPlaces;
  /** The jobs of all sessions. Without it those of these tools alone. */
  jobs?: JobTable;
  /** Takes snapshots around commands where the person wants them. Without it none are. */
  snapshots?: CommandSnapshots;
  /** Keeps what files held before and after a change. */
  blobs: Blobs;
  /** Takes whole outputs that are too long to show. The model may read in it by name only. */
  spillFolder: string;
  /** Folders nothing may be read or written in even when the workspace contains them: Kestrel's data and configuration, whole. */
  closedFolders?: readonly string[];
  /** What is open within them: the playground. */
  openFolders?: readonly string[];
  /** Folders beside the workspace that are read and written like it, by absolute path: real paths, from the user's own configuration alone. See `extraRoots`. */
  extraRoots?: readonly string[];
  /** Where the user's skills lie: commands may read them, wherever that is. */
  skillFolders?: readonly string[];
  /** The text worker's own bundle, which parses and compares in a thread of its own: `text-worker.cjs`, beside the built program. */
  workerProgram: string;
  /** How long it may take over a text. */
  textPatience?: TextPatience;
  /** Says what a change would break. Default: the parsers that came with Kestrel, in the text worker. */
  syntaxChecker?: SyntaxChecker;
  /** Says what a change broke, by servers that the user named. Without it nothing is said. */
  languages?: LanguageErrors;
  /** Default: the one that came with Kestrel, or `rg` on the PATH. */
  ripgrepPath?: string;
  /** Default: bash where there is one, else `/bin/sh`. */
  shell?: string;
  /** What commands may inherit from, by name. Default: this process's environment. */
  environment?: Readonly<Record<string, string | undefined>>;
};
