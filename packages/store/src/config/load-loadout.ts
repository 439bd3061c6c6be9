import { KestrelError, type LoadoutSource } from "@kestrel/core";
import { type Mode, stricterMode } from "@kestrel/protocol";
import type { FrozenLoadout, Setting } from "@kestrel/protocol/api";
import { isBuilt } from "./built-ending.ts";
import { type BuiltLoadout, readBuiltLoadout } from "./built-loadout.ts";
import { flatten } from "./flatten.ts";
import { LoadoutFile, loadoutKeys } from "./loadout-schema.ts";
import { loadoutSourceOf } from "./loadout-source-of.ts";
import { expectationOf, kinds } from "./setting-kinds.ts";
import type { SettingKey } from "./setting-table.ts";
import { invalidValue, readTomlFile, type TomlFile } from "./toml-file.ts";
import { type ConfigNotice, unknownSettings } from "./unknown-settings.ts";

type Settings = Readonly<Partial<Record<SettingKey, Setting["value"]>>>;

/** A valid loadout. Does not check that its model file exists. */
export type Loadout = {
  file: string;
  /** The text that was read. The file may have changed since. */
  text: string;
  name: string;
  demo?: boolean;
  /** Its contents; `frozen` holds those of a built one, already resolved. */
  source: LoadoutSource;
  built?: BuiltLoadout;
  /** Imported: its sessions begin in `plan`. */
  imported: boolean;
  /** Digests of earlier builds, oldest first. */
  ancestry: readonly string[];
  /** The settings it overrides: the model and how to load it, nothing else. */
  settings: Settings;
  notices: readonly ConfigNotice[];
};

/**
 * Reads and checks a loadout, written or built. Rejects with `loadout_invalid` {file, key, line, expected}, and `loadout_unavailable` when
 * it is missing.
 */
export async function loadLoadout(file: string): Promise<Loadout> {
  return isBuilt(file) ? loadBuilt(file) : loadWritten(file);
}

async function loadWritten(file: string): Promise<Loadout> {
  const toml = await readTomlFile(file, "loadout_invalid");
  if (!toml) {
    throw new KestrelError("loadout_unavailable", `there is no ${file}`, { file, reason: "ENOENT" });
  }
  const parsed = readLoadoutTables(toml);
  const { demo, ancestry = {} } = parsed;
  const source = loadoutSourceOf(parsed, file);
  return {
    ...{ file, source, text: toml.text, name: source.metadata.name },
    ...(demo !== undefined && { demo }),
    imported: ancestry.imported === true,
    ancestry: ancestry.digests ?? [],
    settings: settingsOf(source),
    notices: unknownSettings(toml, [...flatten(toml.values).keys()], loadoutKeys),
  };
}

/** Reads the tables of a loadout. Throws `loadout_invalid` {file, key, line, expected}. */
export function readLoadoutTables(toml: TomlFile): LoadoutFile {
  const parsed = LoadoutFile.safeParse(toml.values);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = issue?.path.join(".") ?? "";
    const key = path === "model" ? "model.source" : path;
    const got = path === "model" ? undefined : valueAt(toml.values, issue?.path ?? []);
    const error = key === "model.source" ? kinds.source.safeParse(undefined).error : parsed.error;
    throw invalidValue("loadout_invalid", toml, key, expectationOf(error), got);
  }
  // Only the user can allow calls without approval, on their own machine.
  const { permission = {} } = toml.values as { permission?: object };
  if ("allow" in permission) {
    throw invalidValue(
      "loadout_invalid",
      toml,
      "permission.allow",
      { expected: "no_allow" },
      permission.allow,
    );
  }
  return parsed.data;
}

async function loadBuilt(file: string): Promise<Loadout> {
  const { built, text } = await readBuiltLoadout(file);
  const source = sourceOfFrozen(built.frozen);
  return {
    ...{ file, source, text, built, name: source.metadata.name },
    imported: built.imported === true,
    ancestry: built.ancestry,
    settings: settingsOf(source),
    notices: [],
  };
}

/** The source of a built loadout, by the names of its frozen contents. */
function sourceOfFrozen(frozen: FrozenLoadout): LoadoutSource {
  const { metadata, model, engine, adapter, persona, memory, permission, crew } = frozen;
  return {
    ...{ metadata, model, engine, adapter, persona, memory, permission },
    crew: Object.fromEntries(crew.map(({ role, model: of }) => [role, of])),
  };
}

/** The model, how to load it, and the flags of its engine, LoRA files included. */
function settingsOf({ model = {}, engine, adapter }: LoadoutSource): Settings {
  const ofModel = Object.entries(model).map(([name, value]) => [`model.${name}`, value] as const);
  const lora = adapter.flatMap(({ path, scale }) =>
    scale === 1 ? ["--lora", path] : ["--lora-scaled", `${path}:${scale}`],
  );
  const args = [...engine, ...lora];
  return Object.fromEntries([...ofModel, ...(args.length > 0 ? [["engine.args", args] as const] : [])]);
}

/**
 * The mode of a new session. A loadout may make it stricter, never less strict. With an imported loadout it is at least as strict as
 * `plan`.
 */
export function modeUnder(loadout: Pick<Loadout, "imported" | "source">, mode: Mode): Mode {
  return stricterMode(mode, loadout.imported ? "plan" : (loadout.source.permission.mode ?? mode));
}

function valueAt(table: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined),
    table,
  );
}
