import type { LoadoutsWithoutDaemon } from "@kestrel/app/loadouts";
import type { Flags } from "../arguments.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";

/** An action on loadouts; `words` are its arguments, as many as the table declares. */
export type LoadoutAction = (
  input: { flags: Flags; say: Say },
  here: LoadoutsWithoutDaemon,
  words: readonly string[],
) => Promise<ExitCode>;
