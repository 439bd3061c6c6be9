import type { LoadoutsWithoutDaemon } from "@kestrel/app/loadouts";
import type { Flags } from "../arguments.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";

/** One thing that can be done with loadouts; the words are what follows its name, as many as the table asks for. */
export type LoadoutAction = (
  input: { flags: Flags; say: Say },
  here: LoadoutsWithoutDaemon,
  words: readonly string[],
) => Promise<ExitCode>;
