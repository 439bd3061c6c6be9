import { lstat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { type FrozenLoadout, LoadoutName, longestLoadoutName } from "@kestrel/protocol/api";
import { stringify } from "smol-toml";
import { isBuilt } from "../config/built-ending.ts";
import { digestOfLoadout } from "../config/built-loadout.ts";
import { type Loadout, loadLoadout, readLoadoutTables } from "../config/load-loadout.ts";
import { writeSettled } from "../config/rewrite-config.ts";
import { readTomlFile } from "../config/toml-file.ts";
import { refusal } from "./put-aside.ts";

/** A request of a loadout from elsewhere; none is granted. */
type LoadoutWish =
  | { kind: "mode"; value: string }
  | { kind: "rule" | "server" | "skill" | "model" | "adapter" | "flag" | "crew"; value: string };

export type ImportedLoadout = { name: string; file: string; wishes: LoadoutWish[] };

type Table = Readonly<Record<string, unknown>>;

/** A loadout for sharing: without anything specific to this machine, and with its digests. Text of a TOML file. */
export async function exportLoadout(loadout: Loadout, frozen: FrozenLoadout): Promise<string> {
  const { built, file, ancestry } = loadout;
  const values = built ? tablesOf(built.frozen) : await written(file);
  const digests = [...ancestry, digestOfLoadout(frozen)];
  return `${stringify({ ...withoutMachine(values), ancestry: { digests } })}\n`;
}

/**
 * Copies a loadout from elsewhere into the user's. Its sessions begin in `plan`, and no model, key, file or flag of it is applied. Rejects
 * with `loadout_invalid`; with `loadout_unavailable` when the name is taken.
 */
export async function importLoadout(file: string, folder: string): Promise<ImportedLoadout> {
  const loadout = await loadLoadout(file);
  const name = nameFor(basename(file, extname(file)));
  const target = join(folder, `${name}.toml`);
  const values = loadout.built ? tablesOf(loadout.built.frozen) : await written(file);
  const { ancestry } = loadout;
  const kept = { ...withoutMachine(values), ancestry: { imported: true, digests: [...ancestry] } };
  await writeNew(target, `${stringify(kept)}\n`);
  return { name, file: target, wishes: wishesOf(loadout) };
}

/** A safe name as close to its own as possible: without invisible characters, and neither a flag nor hidden. */
function nameFor(stem: string): string {
  const seen = stem
    .replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "");
  const name = Array.from(seen).slice(0, longestLoadoutName).join("");
  return LoadoutName.safeParse(name).success ? name : "imported";
}

/** Writes a new file to the user's loadouts. Rejects with `loadout_unavailable` {file, reason} when it exists or cannot be written. */
export async function writeNew(target: string, text: string): Promise<void> {
  if (await lstat(target).catch(absent)) throw refusal(target, "EEXIST");
  await writeSettled(target, text).catch((cause: NodeJS.ErrnoException) => {
    throw refusal(target, cause.code ?? "unknown");
  });
}

/** Its known keys. */
async function written(file: string): Promise<Table> {
  if (isBuilt(file)) return {};
  const toml = await readTomlFile(file, "loadout_invalid");
  return toml ? readLoadoutTables(toml) : {};
}

/** Models, files and addresses differ on another machine, so they are removed. */
function withoutMachine(values: Table): Table {
  const {
    model: _model,
    crew: _crew,
    adapter: _adapter,
    engine: _engine,
    ancestry: _ancestry,
    ...rest
  } = values;
  return rest;
}

function tablesOf({ metadata, model, persona, memory, tools, catalog, permission }: FrozenLoadout): Table {
  const named = (kind: "skill" | "tool" | "server") =>
    catalog?.filter((line) => line.kind === kind).map(({ name }) => name);
  return {
    ...(persona !== undefined && { persona }),
    ...(catalog && { skills: named("skill") }),
    metadata,
    ...(model && { model }),
    tools: { core: tools.map(({ name }) => name), ...(catalog && { catalogued: named("tool") }) },
    ...(catalog && { mcp: { servers: named("server") } }),
    permission,
    ...(memory !== undefined && { memory: { seed: memory } }),
  };
}

function wishesOf({ source }: Loadout): LoadoutWish[] {
  const { permission, model, servers = [], skills = [], adapter, engine, crew } = source;
  const each = <Kind extends LoadoutWish["kind"]>(kind: Kind, values: readonly string[]) =>
    values.map((value) => ({ kind, value }));
  return [
    ...(permission.mode === undefined ? [] : each("mode", [permission.mode])),
    ...each("rule", [...permission.deny, ...permission.ask]),
    ...each("server", servers),
    ...each("skill", skills),
    ...(model ? each("model", [String(model.name ?? model.path ?? model.url ?? model.host)]) : []),
    ...each(
      "adapter",
      adapter.map(({ path }) => path),
    ),
    ...(engine.length > 0 ? each("flag", [engine.join(" ")]) : []),
    ...each("crew", Object.keys(crew)),
  ];
}
