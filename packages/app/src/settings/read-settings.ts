import { resolve } from "node:path";
import { type Config, type DataPaths, loadConfig } from "@kestrel/store";
import { loadoutOfFlag } from "./loadout-of-flag.ts";

/** SettingFlags of the command line that are settings: the text as typed. */
export type SettingFlags = {
  port?: string;
  model?: string;
  url?: string;
  window?: string;
  mode?: string;
  loadout?: string;
};

/** How the flags that are settings are written. */
const flagNames = {
  "server.port": "--port",
  "model.source": "--url",
  "model.path": "--model",
  "model.name": "--model",
  "model.url": "--url",
  "model.window": "--window",
  "permission.mode": "--mode",
} as const;

/** The settings in force: flags, variables, loadout, the user's file, defaults. Rejects with `config_invalid`, `loadout_invalid` or `loadout_unavailable`. */
export function readSettings(flags: SettingFlags, { configFile }: DataPaths): Promise<Config> {
  return loadConfig({ file: configFile, flags: settingsOf(flags), flagNames, environment: process.env });
}

/** Under the settings' names. Paths a user types are relative to where they type. Beside `--url` the model is one of that server's. */
function settingsOf(flags: SettingFlags): Record<string, string | undefined> {
  const atServer = flags.url !== undefined;
  return {
    "server.port": flags.port,
    // Ignores what the user's file or a loadout sets for another model.
    "model.source": atServer ? "connect" : undefined,
    ...(atServer ? { "model.name": flags.model } : { "model.path": flags.model && resolve(flags.model) }),
    "model.url": flags.url,
    "model.window": flags.window,
    "permission.mode": flags.mode,
    loadout: flags.loadout && loadoutOfFlag(flags.loadout),
  };
}
