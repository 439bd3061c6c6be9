import { KestrelError } from "@kestrel/core";
import type { McpServerEntry, McpServerName } from "@kestrel/protocol/api";
import { parse, stringify } from "smol-toml";
import { configText, rewriteConfig } from "../config/rewrite-config.ts";

type Values = Record<string, unknown>;

/** Appends a server to the user's file. Rejects with `mcp_entry` when the name is taken. */
export async function addServerEntry(
  file: string,
  name: McpServerName,
  entry: McpServerEntry,
): Promise<void> {
  const text = await configText(file);
  const before = parse(text) as Values;
  if (Object.hasOwn(serversOf(before), name)) throw refused(file, name, "exists");
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const added = `${text}${gap}${stringify({ mcp: { servers: { [name]: entry } } }).trim()}\n`;
  await replace(file, name, added, withServers(before, { ...serversOf(before), [name]: entry }));
}

/** Removes a server; every other line stays unchanged. Resolves to whether it existed. */
export async function removeServerEntry(file: string, name: McpServerName): Promise<boolean> {
  const text = await configText(file);
  const before = parse(text) as Values;
  const { [name]: gone, ...rest } = serversOf(before);
  if (gone === undefined) return false;
  await replace(file, name, withoutTables(text, name), withServers(before, rest));
  return true;
}

/** The text without the tables of one server: its header, its subtables, and their lines. */
function withoutTables(text: string, name: string): string {
  let inside = false;
  const kept: string[] = [];
  for (const line of text.split("\n")) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1]?.replaceAll(/["'\s]/g, "");
    if (header !== undefined)
      inside = header === `mcp.servers.${name}` || header.startsWith(`mcp.servers.${name}.`);
    if (!inside) kept.push(line);
  }
  return `${kept.join("\n").trimEnd()}\n`;
}

async function replace(file: string, name: string, text: string, wanted: Values): Promise<void> {
  if (!(await rewriteConfig(file, text, wanted))) throw refused(file, name, "by_hand");
}

const serversOf = ({ mcp }: Values) => ((mcp as Values | undefined)?.servers ?? {}) as Values;
const withServers = (values: Values, servers: Values): Values => ({
  ...values,
  mcp: { ...(values.mcp as Values | undefined), servers },
});

function refused(file: string, name: string, reason: "exists" | "by_hand"): KestrelError {
  return new KestrelError("mcp_entry", `${name} in ${file}: ${reason}`, { file, name, reason });
}
