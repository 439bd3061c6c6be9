import type { Flags } from "../arguments.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import type { StandardInput } from "../machine/standard-input.ts";

/** What a command works with. Sentences go through `say`; results to standard output, progress to standard error. */
export type CommandInput = {
  /** What is done with the noun; empty where the command is a verb itself. */
  verb: string;
  /** As many as the table asks for. */
  words: readonly string[];
  flags: Flags;
  say: Say;
  /** Standard input, when it was read before the command started. */
  input?: StandardInput;
};

/** Runs a command to its end. Failures are thrown; `bin.ts` makes the sentence and the exit code. */
export type CommandAction = (input: CommandInput) => Promise<ExitCode>;
