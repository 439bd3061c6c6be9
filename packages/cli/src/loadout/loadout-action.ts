import type { LoadoutsWithoutDaemon } from "@kestrel/app/loadouts";
import { type Flags, UsageError } from "../arguments.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";

/** One thing that can be done with loadouts; the words are what follows its name. */
export type LoadoutAction = (
  input: { flags: Flags; say: Say },
  here: LoadoutsWithoutDaemon,
  words: readonly string[],
) => Promise<ExitCode>;

/** The one loadout that must be named. Throws UsageError. */
export function named(action: string, [name, ...more]: readonly string[], say: Say): string {
  if (name === undefined || name === "" || more.length > 0)
    throw new UsageError(say("loadout.needs", { action }));
  return name;
}
