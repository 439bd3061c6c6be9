import { delimiter } from "node:path";
import { KestrelError } from "@kestrel/core";
import { Mode } from "@kestrel/protocol";
import type { Setting } from "@kestrel/protocol/api";
import { flatten } from "./flatten.ts";
import { type Loadout, loadLoadout, modeUnder } from "./load-loadout.ts";
import { expectationOf } from "./setting-kinds.ts";
import {
  ownTables,
  type SettingKey,
  type SettingRow,
  type SettingValues,
  settingKeys,
  settingTable,
  variableOf,
} from "./setting-table.ts";
import { invalidValue, readTomlFile, type TomlFile } from "./toml-file.ts";
import { type ConfigNotice, unknownSettings } from "./unknown-settings.ts";
import { writtenValue } from "./written-value.ts";

/** The sources of settings. Flags and variables may be text; nothing is read from a workspace. */
export type ConfigSources = {
  /** The user's own file; it may be missing. */
  file: string;
  environment: Readonly<Record<string, string | undefined>>;
  flags?: Readonly<Partial<Record<SettingKey, string | number | boolean | undefined>>>;
  /** The spelling of flags that are not `--` and the key. */
  flagNames?: Readonly<Partial<Record<SettingKey, string>>>;
};

/** The effective values with their sources. */
export type Config = {
  values: SettingValues;
  settings: readonly Setting[];
  notices: readonly ConfigNotice[];
  loadout?: Loadout;
};

/**
 * Precedence: flag, variable, loadout, the user's file, default. When a loadout names the model, the model settings of the user's file are
 * ignored. Rejects with `config_invalid`, `loadout_invalid` or `loadout_unavailable`.
 */
export async function loadConfig(sources: ConfigSources): Promise<Config> {
  const user = await readTomlFile(sources.file, "config_invalid");
  const written = user ? flatten(user.values) : new Map<string, unknown>();
  const chosen = choose("loadout", sources, user, written, undefined);
  const loadout = typeof chosen.value === "string" ? await loadLoadout(chosen.value) : undefined;
  const settings = settingKeys
    .map((key) => choose(key, sources, user, written, loadout))
    .map((setting) => (loadout ? underLoadout(setting, loadout) : setting));
  // Every value was checked against the schema of its key in `choose`.
  const values = Object.fromEntries(
    settings.map(({ key, value }) => [key, value ?? undefined]),
  ) as SettingValues;
  const unknown = user ? unknownSettings(user, [...written.keys()], [...settingKeys, ...ownTables]) : [];
  return { values, settings, notices: [...unknown, ...(loadout?.notices ?? [])], loadout };
}

function choose(
  key: SettingKey,
  { flags = {}, flagNames = {}, environment }: ConfigSources,
  user: TomlFile | undefined,
  written: ReadonlyMap<string, unknown>,
  loadout: Loadout | undefined,
): Setting {
  const row: SettingRow = settingTable[key];
  const flag = flags[key];
  if (flag !== undefined) {
    const name = flagNames[key] ?? `--${key}`;
    return { key, value: fromText(key, flag, { flag: name }), origin: "flag", where: name };
  }
  const variable = variableOf(key);
  const text = environment[variable];
  if (text !== undefined && text !== "") {
    return { key, value: fromText(key, text, { variable }), origin: "environment", where: variable };
  }
  const loaded = loadout?.settings[key];
  if (loadout && loaded !== undefined) return { key, value: loaded, origin: "loadout", where: loadout.file };
  const own = written.get(key);
  if (user && own !== undefined && !(loadout?.source.model && row.namesModel)) {
    const parsed = settingTable[key].kind.safeParse(own);
    if (!parsed.success) {
      throw invalidValue("config_invalid", user, key, expectationOf(parsed.error), own);
    }
    return { key, value: parsed.data, origin: "user", where: user.file };
  }
  return { key, value: row.fallback ?? null, origin: "default" };
}

/** A loadout makes a session stricter, unless the user set the value for this run. */
function underLoadout(setting: Setting, loadout: Loadout): Setting {
  const { key, value, origin } = setting;
  if (key !== "permission.mode" || origin === "flag" || origin === "environment") return setting;
  const mode = modeUnder(loadout, Mode.parse(value));
  return mode === value ? setting : { key, value: mode, origin: "loadout", where: loadout.file };
}

/** A value from a command line or a variable: the text itself if valid, otherwise the number, boolean or list that it spells. */
function fromText(
  key: SettingKey,
  given: string | number | boolean,
  place: Record<string, string>,
): string | number | boolean | string[] {
  const { kind, separator = delimiter }: SettingRow = settingTable[key];
  const readings =
    typeof given === "string" ? [given, Number(given), given === "true", given.split(separator)] : [given];
  for (const reading of readings) {
    const parsed = kind.safeParse(reading);
    if (parsed.success) return parsed.data as ReturnType<typeof fromText>;
  }
  const expectation = expectationOf(kind.safeParse(given).error);
  const got = writtenValue(given);
  const from = Object.values(place).join(" ");
  throw new KestrelError("config_invalid", `${from}: expected ${expectation.expected}, got ${got}`, {
    ...place,
    key,
    ...expectation,
    got,
  });
}
