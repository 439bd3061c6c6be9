import type { Flags } from "../arguments.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import type { StandardInput } from "../machine/standard-input.ts";

/** Input of a command. Sentences go through `say`; results to standard output, progress to standard error. */
export type CommandInput = {
  /** The action on the noun; empty when the command is a verb itself. */
  verb: string;
  /** As many as the table declares. */
  words: readonly string[];
  flags: Flags;
  say: Say;
  /** Standard input, when it was read before the command started. */
  input?: StandardInput;
};

/** Runs a command to its end. Failures are thrown; `bin.ts` turns them into a message and an exit code. */
export type CommandAction = (input: CommandInput) => Promise<ExitCode>;
