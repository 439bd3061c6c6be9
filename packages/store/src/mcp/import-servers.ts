import { KestrelError } from "@kestrel/core";
import { McpServerEntry, McpServerName } from "@kestrel/protocol/api";
import { z } from "zod";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";
import type { ServerEntry } from "./server-entries.ts";

/** The format in which most programs store servers: a program with its arguments, or an address. */
const Foreign = z.looseObject({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  cwd: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  type: z.string().optional(),
  timeout: z.number().optional(),
  disabled: z.boolean().optional(),
});

const File = z.union([
  z.looseObject({ mcpServers: z.record(z.string(), Foreign) }).transform((file) => file.mcpServers),
  z.looseObject({ servers: z.record(z.string(), Foreign) }).transform((file) => file.servers),
]);

/** What was read of another program's file; `left`: the entries that are not imported, and why. */
export type ImportedServers = {
  servers: ServerEntry[];
  left: { name: string; why: "disabled" | "variable" | "entry" }[];
};

/** Most UTF-16 units of a parser's message. */
const longestDetail = 160;

/** Reads `{"mcpServers": {…}}`, or `{"servers": {…}}`. Starts nothing. Rejects with `mcp_entry` for other formats. */
export async function importServers(file: string): Promise<ImportedServers> {
  const refused = (params: { reason: string; detail?: string }) =>
    new KestrelError("mcp_entry", `${file}: ${params.reason}`, { file, ...params });
  const text = await readBounded(file, longestSettingsFile).catch((cause: NodeJS.ErrnoException) => {
    throw refused({ reason: cause.code ?? "unreadable" });
  });
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (cause) {
    throw refused({ reason: "not_json", detail: (cause as Error).message.slice(0, longestDetail) });
  }
  const read = File.safeParse(values);
  if (!read.success) throw refused({ reason: "no_servers" });
  const servers: ServerEntry[] = [];
  const left: ImportedServers["left"] = [];
  const taken = new Set<string>();
  for (const [given, foreign] of Object.entries(read.data)) {
    const name = McpServerName.safeParse(ownName(given, taken));
    const entry = foreign.disabled ? "disabled" : entryOf(foreign);
    if (typeof entry === "string") left.push({ name: given.slice(0, 100), why: entry });
    else if (!name.success) left.push({ name: given.slice(0, 100), why: "entry" });
    else {
      taken.add(name.data);
      servers.push({ name: name.data, entry });
    }
  }
  return { servers, left };
}

function ownName(given: string, taken: ReadonlySet<string>): string {
  const plain = given
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/^[-_]+|-+$/g, "")
    .slice(0, 30);
  let name = plain;
  for (let count = 2; taken.has(name); count++) name = `${plain.slice(0, 28)}-${count}`;
  return name;
}

const variable = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}/;

function entryOf(foreign: z.infer<typeof Foreign>): McpServerEntry | "variable" | "entry" {
  const url = foreign.url ?? foreign.serverUrl;
  const read = url === undefined ? programOf(foreign) : addressOf(url, foreign);
  if (read === undefined) return "variable";
  const seconds = foreign.timeout === undefined ? undefined : Math.ceil(foreign.timeout / 1000);
  const entry = McpServerEntry.safeParse({ ...read, ...(seconds && { timeout_seconds: seconds }) });
  return entry.success ? entry.data : "entry";
}

/** Arguments are taken literally: no shell reads them, and only a variable under its own name is filled in. */
function programOf({ command, args, env = {}, cwd }: z.infer<typeof Foreign>): McpServerEntry | undefined {
  const own: Record<string, string> = {};
  const from: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    const [whole, named] = variable.exec(value) ?? [];
    if (whole === undefined) own[name] = value;
    else if (whole === value && named === name) from.push(name);
    else return undefined;
  }
  if ([command ?? "", cwd ?? "", ...(args ?? [])].some((word) => word.includes("${"))) return undefined;
  return {
    command,
    ...(args && args.length > 0 && { args }),
    ...(Object.keys(own).length > 0 && { env: own }),
    ...(from.length > 0 && { env_from: from }),
    ...(cwd && { folder: cwd }),
  };
}

function addressOf(url: string, { headers = {} }: z.infer<typeof Foreign>): McpServerEntry | undefined {
  const own: Record<string, string> = {};
  let bearer: string | undefined;
  for (const [name, value] of Object.entries(headers)) {
    const [, named] = /^Bearer \$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}$/.exec(value) ?? [];
    if (name.toLowerCase() === "authorization" && named !== undefined) bearer = named;
    else if (value.includes("${")) return undefined;
    else own[name] = value;
  }
  if (url.includes("${")) return undefined;
  return { url, ...(Object.keys(own).length > 0 && { headers: own }), ...(bearer && { bearer_env: bearer }) };
}
