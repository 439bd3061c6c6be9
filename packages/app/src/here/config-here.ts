import { passOver } from "@kestrel/diagnostics";
import type { Setting } from "@kestrel/protocol/api";
import {
  changeSetting,
  dataPaths,
  isSettingKey,
  loadConfig,
  prepareFolders,
  settingRow,
} from "@kestrel/store";
import { findRunningDaemon } from "../find-daemon.ts";
import { readSettings } from "../settings/read-settings.ts";

/** The result of a change. `takes`: when it takes effect; `start` without a daemon. `overruled`: the setting that wins. */
export type SettingChange = { takes: "now" | "session" | "restart" | "start"; overruled?: Setting };

/** The settings of this user, usable without a daemon. Notifies a running daemon of a change. */
export type ConfigHere = {
  file: string;
  /** Every setting in force and where it comes from. Rejects with `config_invalid`, `loadout_invalid` or `loadout_unavailable`. */
  settings(): Promise<readonly Setting[]>;
  /**
   * Writes one into the user's file, from the text that a person typed; undefined takes it out. Undefined where there is no such
   * setting. Rejects with `config_invalid`, and with `setting_by_hand` where the file cannot be edited surely.
   */
  set(key: string, text: string | undefined): Promise<SettingChange | undefined>;
};

export function configHere(): ConfigHere {
  const paths = dataPaths(process.env);
  const file = paths.configFile;
  return {
    file,
    settings: async () => (await readSettings({}, paths)).settings,
    set: async (key, text) => {
      if (!isSettingKey(key)) return undefined;
      const read = text === undefined ? undefined : await valueIn(text, key, file);
      await prepareFolders(paths);
      await changeSetting(file, key, read ?? undefined);
      const running = await findRunningDaemon();
      // The daemon reads the file again when its settings are requested.
      await running?.client.call("settings").catch(passOver("telling the daemon of a setting"));
      const takes = running ? (settingRow(key).takes ?? "restart") : "start";
      if (text === undefined) return { takes };
      const now = (await readSettings({}, paths)).settings.find((setting) => setting.key === key);
      return { takes, ...(now && now.origin !== "user" && { overruled: now }) };
    },
  };
}

/** Parses the text as a flag is parsed: a number, a boolean, a list, or the text itself. */
async function valueIn(text: string, key: string, file: string): Promise<Setting["value"] | undefined> {
  const sources = { file, environment: {}, flags: { [key]: text }, flagNames: { [key]: key } };
  return (await loadConfig(sources)).settings.find((setting) => setting.key === key)?.value;
}
