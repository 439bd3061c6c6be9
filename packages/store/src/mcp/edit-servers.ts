import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { KestrelError } from "@kestrel/core";
import type { McpServerEntry, McpServerName } from "@kestrel/protocol";
import { parse, stringify } from "smol-toml";
import { unwritableFolder } from "../data-paths.ts";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";
import { replaceFile } from "../files/replace-file.ts";

type Values = Record<string, unknown>;

/** Writes a server into the user's file, behind everything that stands there. Rejects with `mcp_entry` where there is one of that name. */
export async function addServerEntry(
  file: string,
  name: McpServerName,
  entry: McpServerEntry,
): Promise<void> {
  const text = await textOf(file);
  const before = parse(text) as Values;
  if (Object.hasOwn(serversOf(before), name)) throw refused(file, name, "exists");
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  const added = `${text}${gap}${stringify({ mcp: { servers: { [name]: entry } } }).trim()}\n`;
  await replace(file, name, added, withServers(before, { ...serversOf(before), [name]: entry }));
}

/** Takes a server out; every other line stays as it is. Resolves whether there was one. */
export async function removeServerEntry(file: string, name: McpServerName): Promise<boolean> {
  const text = await textOf(file);
  const before = parse(text) as Values;
  const { [name]: gone, ...rest } = serversOf(before);
  if (gone === undefined) return false;
  await replace(file, name, withoutTables(text, name), withServers(before, rest));
  return true;
}

/** The text without the tables of one server: its header, what it may hold below, and their lines. */
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

/** What was written must mean exactly what was wanted: a file in another hand is never guessed at. */
async function replace(file: string, name: string, text: string, wanted: Values): Promise<void> {
  let means: unknown;
  try {
    means = parse(text);
  } catch {
    throw refused(file, name, "by_hand");
  }
  if (!isDeepStrictEqual(plain(means), plain(wanted))) throw refused(file, name, "by_hand");
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw unwritableFolder(file, cause);
  });
  await replaceFile(file, text, { durable: true, folder: file });
}

async function textOf(file: string): Promise<string> {
  return readBounded(file, longestSettingsFile).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return "";
    throw cause;
  });
}

/** Without the tables that hold nothing, and as plain values. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  const held = Object.entries(value).map(([name, one]) => [name, plain(one)] as const);
  const full = held.filter(([, one]) => !(isTable(one) && Object.keys(one).length === 0));
  return Object.fromEntries(full);
}

function isTable(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const serversOf = ({ mcp }: Values) => ((mcp as Values | undefined)?.servers ?? {}) as Values;
const withServers = (values: Values, servers: Values): Values => ({
  ...values,
  mcp: { ...(values.mcp as Values | undefined), servers },
});

function refused(file: string, name: string, reason: "exists" | "by_hand"): KestrelError {
  return new KestrelError("mcp_entry", `${name} in ${file}: ${reason}`, { file, name, reason });
}
