import { type McpProblem, McpServerEntry, McpServerName } from "@kestrel/protocol/api";
import { readTomlFile } from "../config/toml-file.ts";

export type ServerEntry = { name: McpServerName; entry: McpServerEntry };
export type ServerEntries = { servers: readonly ServerEntry[]; problems: readonly McpProblem[] };

/** The servers in the user's file as it is now. Invalid entries are listed and left out. Rejects with `config_invalid`. */
export async function readServerEntries(file: string): Promise<ServerEntries> {
  const read = await readTomlFile(file, "config_invalid");
  return entriesIn(read?.values ?? {});
}

function entriesIn(values: Readonly<Record<string, unknown>>): ServerEntries {
  const servers: ServerEntry[] = [];
  const problems: McpProblem[] = [];
  for (const [name, value] of Object.entries(tableIn(tableIn(values, "mcp"), "servers"))) {
    const known = McpServerName.safeParse(name);
    const entry = McpServerEntry.safeParse(value);
    if (!known.success) problems.push({ name: name.slice(0, 100), why: "name" });
    else if (!entry.success) problems.push({ name, why: "entry" });
    else servers.push({ name: known.data, entry: entry.data });
  }
  return { servers, problems };
}

function tableIn(values: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const value = values[name];
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
