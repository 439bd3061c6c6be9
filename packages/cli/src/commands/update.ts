import { latestRelease } from "@kestrel/app/latest-release";
import { UsageError } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel update --check`: whether there is a newer release. Looks nothing up without the flag, and installs nothing. */
export async function update({ flags, say }: CommandInput): Promise<ExitCode> {
  if (!flags.check) throw new UsageError(say("update.check"), { about: "update" });
  const release = await latestRelease();
  const { state, version, registry, latest = "", install = "", status } = release;
  const failed = state === "offline" || state === "unknown";
  if (flags.json) printJson({ schema: schemaVersion, ...release });
  else
    (failed ? printAside : print)(
      say(`update.${state}`, { version, registry, latest, install, ...(status && { status }) }),
    );
  return failed ? exitCodes.failed : exitCodes.done;
}
