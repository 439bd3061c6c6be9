import { createHash } from "node:crypto";
import type { McpServerEntry, McpTool } from "@kestrel/protocol/api";
import type { ServerTool } from "../worker/messages.ts";

/** The tools as they are kept, each with the digest of everything of it that a model or a person is shown. */
export function keptTools(offered: readonly ServerTool[]): McpTool[] {
  return offered.map(({ name, description, inputSchema: schema }) => ({
    name,
    description,
    schema,
    digest: digestOf([name, description, schema]),
  }));
}

/** Of what is started or reached, and with what. */
export function entryDigest(entry: McpServerEntry): string {
  return digestOf(Object.entries(entry).sort(([left], [right]) => (left < right ? -1 : 1)));
}

export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
