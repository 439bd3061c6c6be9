import type { CancelSignal } from "./cancel-signal.ts";

/**
 * The permissions of a command in the sandbox. Everything outside `writable` is read-only, and `hidden` paths are unreadable. Real,
 * absolute paths. Later lists win: a hidden path stays hidden inside a writable folder.
 */
export type Confinement = {
  /** Access to the network; without it there is not even loopback. */
  network: boolean;
  writable: readonly string[];
  /** Nothing can be written: `writable` paths are visible, wherever they are, but read-only. */
  readOnly?: true;
  /**
   * Within `writable`: existing paths are read-only, and missing ones cannot be created. A missing path is occupied by an empty folder or
   * file while a command of that folder runs.
   */
  sealed: readonly { path: string; kind: "folder" | "file" }[];
  hidden: readonly string[];
  /** Paths within the hidden ones that are readable, but not writable. */
  readable?: readonly string[];
  /** The session whose commands share a `/tmp`; without it that is empty. */
  session?: string;
  /** Without `network`: `joined` uses the session's own loopback while one of its jobs runs, `held` creates it and is such a job. */
  loopback?: "joined" | "held";
};

/** A program to run. Nothing is inherited: `environment` is all it gets, standard input is empty. */
export type Command = {
  file: string;
  args: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** Time limit after which the whole process tree is ended. Milliseconds. */
  timeoutMs?: number;
  /** Memory limit of each of its processes, if lower than the usual one. Bytes. */
  memoryBytes?: number;
  /** Set when it runs inside the sandbox, which must be active. */
  confinement?: Confinement;
  /** Files it creates are checked when it ends. */
  watched?: true;
};

export type CommandEnd =
  /** `left`: the command lines of leftover processes that were ended. */
  | { kind: "exited"; code: number; left?: readonly string[] }
  | { kind: "signalled"; signal: string }
  | { kind: "timed-out" }
  | { kind: "cancelled" }
  /** `report`: it failed inside Kestrel; the id of its stack. */
  | { kind: "not-started"; detail: string; report?: string }
  /** The sandbox could not be created; the command did not run. */
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

/** Receives a program's output. */
export type ProgramEars = {
  /** The next piece is delivered when this one resolves. */
  output(bytes: Uint8Array): Promise<void>;
  /** Its standard error, decoded; always drained. */
  errors(text: string): void;
};

/** A running program with open input and output. */
export type RunningProgram = {
  /** Resolves when the program's input has taken the text, or when the program has ended. */
  write(text: string): Promise<void>;
  /** Never rejects. */
  ended: Promise<CommandEnd>;
  /** Resolves when it has ended and its output is consumed, or 250 ms later. */
  spoken: Promise<unknown>;
  /** Closes its input, leaves it `graceMs` to end by itself, then ends the whole process tree. Resolves when it has ended. */
  end(graceMs: number): Promise<void>;
};

/**
 * Starts programs that Kestrel speaks with over their input and output. Implemented by `@kestrel/runtime` with the supervisor that
 * commands have: none outlives the daemon, however either of them ends.
 *
 * - It never rejects: what cannot be started has `ended` as `not-started`, and what cannot be confined as it is to be as `not-confined`.
 */
export interface ProgramStarter {
  start(program: Omit<Command, "timeoutMs">, ears: ProgramEars): Promise<RunningProgram>;
}
