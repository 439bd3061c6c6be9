import { basename, extname } from "node:path";
import type { LoadoutSource } from "@kestrel/core";
import type { LoadoutModel } from "@kestrel/protocol/api";
import type { LoadoutFile } from "./loadout-schema.ts";

/** A loadout's file as the compiler takes it. Without a name it gets its file's name. */
export function loadoutSourceOf(loadout: LoadoutFile, file: string): LoadoutSource {
  const { metadata = {}, model, tools = {}, mcp = {}, permission = {}, crew = {} } = loadout;
  const name = metadata.name ?? loadout.name ?? basename(file, extname(file));
  const servers = merged(mcp.servers, tools.foreign);
  return {
    metadata: { ...metadata, name },
    ...(model && { model: scalars(model) }),
    engine: loadout.engine?.args ?? [],
    adapter: (loadout.adapter?.lora ?? []).map(({ path, scale = 1 }) => ({ path, scale })),
    persona: loadout.persona,
    memory: loadout.memory?.seed,
    tools: tools.core,
    skills: loadout.skills,
    catalogued: tools.catalogued,
    servers,
    permission: { mode: permission.mode, ask: permission.ask ?? [], deny: permission.deny ?? [] },
    crew: Object.fromEntries(
      Object.entries(crew).flatMap(([role, one]) => (one === undefined ? [] : [[role, scalars(one)]])),
    ),
  };
}

/** Both lists merged; undefined when neither is set. */
function merged(one?: readonly string[], other?: readonly string[]): string[] | undefined {
  return one === undefined && other === undefined ? undefined : [...(one ?? []), ...(other ?? [])];
}

function scalars(table: Readonly<Record<string, string | number | boolean | undefined>>): LoadoutModel {
  return Object.fromEntries(
    Object.entries(table).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
