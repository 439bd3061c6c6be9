import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { type DataPaths, dataPaths } from "@kestrel/store";
import { thisHost } from "../machine/this-host.ts";
import { loadoutOfFlag } from "../settings/loadout-of-flag.ts";
import type { SettingFlags } from "../settings/read-settings.ts";

/** What a background daemon was started with. An unused daemon is replaced when a new one would be started with something else. */
export type StartedWith = { around: string; loadout?: string; window?: string };

/**
 * The variables that decide how a daemon starts and what its commands find: Kestrel's settings, programs, home, locale, keys of
 * model servers. The rest of a shell's environment differs between windows and does not justify loading the model again.
 */
const decisive = /^(?:KESTREL_(?!DATA_DIR$|DEBUG$).*|PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|\w+_API_KEY)$/;

/** What a daemon that is started now would be started with. */
export function startedHere(flags: SettingFlags): Promise<StartedWith> {
  return startedWith(flags, dataPaths(process.env), process.env);
}

/** The same for the same decisive variables, the same settings file and the same flags. */
export async function startedWith(
  { loadout, window }: SettingFlags,
  { configFile }: Pick<DataPaths, "configFile">,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<StartedWith> {
  const variables = Object.entries(environment)
    .filter(([name]) => decisive.test(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const around = thisHost.digest(JSON.stringify([variables, await versionOf(configFile)])).slice(0, 16);
  const file = loadout === undefined ? undefined : loadoutOfFlag(loadout);
  return {
    around,
    ...(file !== undefined && { loadout: `${file} ${await versionOf(file)}` }),
    ...(window !== undefined && { window }),
  };
}

async function versionOf(file: string): Promise<string> {
  const facts = await stat(resolve(file)).catch(absent);
  return facts ? `${facts.mtimeMs} ${facts.size}` : "none";
}
