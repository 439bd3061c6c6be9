import type { FrozenLoadout, LoadoutDifference } from "@kestrel/protocol/api";

/** The differences of two frozen loadouts, in the order of their parts. Lists are compared by content. */
export function compareLoadouts(before: FrozenLoadout, after: FrozenLoadout): LoadoutDifference[] {
  const [left, right] = [flat(before), flat(after)];
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  return keys.flatMap((key) => {
    const [was, is] = [left.get(key), right.get(key)];
    return was === is
      ? []
      : [{ key, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}

function flat(frozen: FrozenLoadout): Map<string, string> {
  const { metadata, model = {}, engine, adapter, persona, memory, tools, catalog, permission, crew } = frozen;
  const rows: [string, string][] = [
    ...Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, String(value)] as [string, string]),
    ...Object.entries(model).map(([key, value]) => [`model.${key}`, String(value)] as [string, string]),
    ...(engine.length > 0 ? [["engine.args", engine.join(" ")] as [string, string]] : []),
    ...adapter.map(({ path, scale }) => [`adapter.lora.${path}`, String(scale)] as [string, string]),
    ...(persona === undefined ? [] : [["persona", persona] as [string, string]]),
    ...(memory === undefined ? [] : [["memory.seed", memory] as [string, string]]),
    ...tools.map((tool) => [`tools.core.${tool.name}`, JSON.stringify(tool)] as [string, string]),
    ...(catalog ?? []).map(({ kind, name, line }) => [`${kind}.${name}`, line] as [string, string]),
    ...(permission.mode === undefined ? [] : [["permission.mode", permission.mode] as [string, string]]),
    ...permission.ask.map((rule) => [`permission.ask.${rule}`, rule] as [string, string]),
    ...permission.deny.map((rule) => [`permission.deny.${rule}`, rule] as [string, string]),
    ...crew.map(({ role, model: of }) => [`crew.${role}`, JSON.stringify(of)] as [string, string]),
  ];
  // A closed, empty catalogue differs from an open one.
  if (catalog?.length === 0) rows.push(["catalog", "empty"]);
  return new Map(rows);
}
