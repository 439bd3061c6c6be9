import { type Config, type DataPaths, loadConfig } from "@kestrel/store";
import type { Flags } from "../arguments.ts";
import { flagNames, settingsOf } from "./settings-of-flags.ts";

/** The settings in force: flags, variables, loadout, the user's file, defaults. Rejects with `config_invalid`, `loadout_invalid` or `loadout_unavailable`. */
export function readSettings(flags: Flags, { configFile }: DataPaths): Promise<Config> {
  return loadConfig({ file: configFile, flags: settingsOf(flags), flagNames, environment: process.env });
}
