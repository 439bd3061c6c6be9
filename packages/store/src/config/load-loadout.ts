import { KestrelError } from "@kestrel/core";
import type { Setting } from "@kestrel/protocol";
import { flatten } from "./flatten.ts";
import { LoadoutFile, loadoutKeys } from "./loadout-schema.ts";
import { expectationOf, kinds } from "./setting-kinds.ts";
import type { SettingKey } from "./setting-table.ts";
import { invalidValue, readTomlFile } from "./toml-file.ts";
import { type ConfigNotice, unknownSettings } from "./unknown-settings.ts";

/** A loadout that was read and found whole. Whether its model file is, nobody has looked. */
export type Loadout = LoadoutFile & {
  file: string;
  /** What it sets of the configuration: the model and how to load it, nothing else. */
  settings: Readonly<Partial<Record<SettingKey, Setting["value"]>>>;
  notices: readonly ConfigNotice[];
};

/** Reads and checks a loadout. Rejects with `loadout_invalid` {file, key, line, expected}. */
export async function loadLoadout(file: string): Promise<Loadout> {
  const toml = await readTomlFile(file, "loadout_invalid");
  if (!toml) {
    throw new KestrelError("loadout_invalid", `there is no ${file}`, { file, reason: "ENOENT" });
  }
  const parsed = LoadoutFile.safeParse(toml.values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = issue?.path.join(".") ?? "";
    const key = path === "model" ? "model.source" : path;
    const got = path === "model" ? undefined : valueAt(toml.values, issue?.path ?? []);
    const error = key === "model.source" ? kinds.source.safeParse(undefined).error : parsed.error;
    throw invalidValue("loadout_invalid", toml, key, expectationOf(error), got);
  }
  const loadout = parsed.data;
  const ofModel = Object.entries(loadout.model).map(([name, value]) => [`model.${name}`, value] as const);
  const settings = Object.fromEntries([...ofModel, ["engine.args", loadout.engine?.args] as const]);
  const notices = unknownSettings(toml, [...flatten(toml.values).keys()], loadoutKeys);
  return { ...loadout, file, settings, notices };
}

function valueAt(table: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
    table,
  );
}
