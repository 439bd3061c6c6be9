import type { Command, CommandEnd } from "./command-runner.ts";

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
