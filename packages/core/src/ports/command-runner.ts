import type { CancelSignal } from "./cancel-signal.ts";

/**
 * What a command in the sandbox may do. Everything outside `writable` can only be read, and what is `hidden` not even that.
 * Real, absolute paths. Later lists win: what is hidden stays hidden inside a writable folder.
 */
export type Confinement = {
  /** The network of this machine and beyond; without it there is none at all, not even loopback. */
  network: boolean;
  writable: readonly string[];
  /** Nothing can be written: what is `writable` is there, wherever it lies, and can only be read. */
  readOnly?: true;
  /**
   * Within `writable`: what is there is read-only, and what is not there cannot be made. A place that does not exist is held
   * by an empty folder or file for as long as a command of that folder runs.
   */
  sealed: readonly { path: string; kind: "folder" | "file" }[];
  hidden: readonly string[];
  /** What may be read within the hidden places, and not written. */
  readable?: readonly string[];
  /** The session whose commands share a `/tmp`; without it there is an empty one. */
  session?: string;
  /** Without `network`: `joined` is in the session's own loopback while a job of it is, `held` begins that and is such a job. */
  loopback?: "joined" | "held";
};

/** A program to run. Nothing is inherited: `environment` is all it gets, standard input is empty. */
export type Command = {
  file: string;
  args: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** After so many milliseconds the whole process tree is ended. */
  timeoutMs?: number;
  /** Bytes of memory of each of its processes, where that is less than commands have anyhow. */
  memoryBytes?: number;
  /** Set when it runs inside the sandbox, which has to be active. */
  confinement?: Confinement;
  /** Files it leaves behind are checked when it ends. */
  watched?: true;
};

export type CommandEnd =
  /** `left`: the command lines of processes that it left behind and that were ended. */
  | { kind: "exited"; code: number; left?: readonly string[] }
  | { kind: "signalled"; signal: string }
  | { kind: "timed-out" }
  | { kind: "cancelled" }
  /** `report`: it failed inside Kestrel; what finds the stack. */
  | { kind: "not-started"; detail: string; report?: string }
  /** The sandbox could not be made; the command did not run. */
  | { kind: "not-confined"; detail: string };

/**
 * Runs commands so that none outlives the daemon. Implemented by `@kestrel/runtime` with the supervisor, used by `@kestrel/tools`.
 *
 * - No more output comes before `output` has resolved; a program that writes faster than it is taken waits.
 * - Output arrives as it is written, both streams in one order, decoded as UTF-8 without splitting characters.
 * - It resolves when the program has exited and at most 250 ms later, not when its last grandchild closes the pipe;
 *   what is left of the process group then is ended.
 * - When `cancel` fires or the daemon dies, the whole process group is ended. It never throws.
 * - `alone` does `work` while nothing in the sandbox can change these folders: commands that may write there stand still (`paused`: how
 *   many), and those to come wait. `work` runs its own with the runner it is given. `unheld`: some cannot be made to stand still, and
 *   nothing was done. Without it no command of this runner is in a sandbox.
 */
export interface CommandRunner {
  run(
    command: Command,
    output: (text: string) => Promise<void> | void,
    cancel: CancelSignal,
  ): Promise<CommandEnd>;
  alone?<Value>(
    folders: readonly string[],
    cancel: CancelSignal,
    work: (runner: CommandRunner) => Promise<Value>,
  ): Promise<{ kind: "done"; value: Value; paused: number } | { kind: "cancelled" } | { kind: "unheld" }>;
}
