import type { Setting } from "@kestrel/protocol/api";
import { changeSetting, dataPaths, isSettingKey, loadConfig, prepareFolders } from "@kestrel/store";
import { readSettings } from "../settings/read-settings.ts";

/** The settings of this user, without a daemon. One that runs follows the file by itself. */
export type ConfigHere = {
  file: string;
  /** Every setting in force and where it comes from. Rejects with `config_invalid`, `loadout_invalid` or `loadout_unavailable`. */
  settings(): Promise<readonly Setting[]>;
  /**
   * Writes one into the user's file, from the text that a person typed; undefined takes it out. False where there is no such
   * setting. Rejects with `config_invalid`, and with `setting_by_hand` where the file cannot be edited surely.
   */
  set(key: string, text: string | undefined): Promise<boolean>;
};

export function configHere(): ConfigHere {
  const paths = dataPaths(process.env);
  const file = paths.configFile;
  return {
    file,
    settings: async () => (await readSettings({}, paths)).settings,
    set: async (key, text) => {
      if (!isSettingKey(key)) return false;
      const read = text === undefined ? undefined : await valueIn(text, key, file);
      await prepareFolders(paths);
      await changeSetting(file, key, read ?? undefined);
      return true;
    },
  };
}

/** The text as a flag would be read: a number, yes or no, a list, or as it stands. */
async function valueIn(text: string, key: string, file: string): Promise<Setting["value"] | undefined> {
  const sources = { file, environment: {}, flags: { [key]: text }, flagNames: { [key]: key } };
  return (await loadConfig(sources)).settings.find((setting) => setting.key === key)?.value;
}
