import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { McpLogin, McpReview, type McpServerName } from "@kestrel/protocol/api";
import type { DataPaths } from "../data-paths.ts";
import { keptJson } from "../files/kept-json.ts";
import { readServerEntries } from "./server-entries.ts";

/**
 * The servers in the user's file, and one file for each server with what was seen and accepted. The contract is that of `ServerBook` in
 * `@kestrel/mcp`.
 */
export function mcpBook({ config, configFile: file }: Pick<DataPaths, "config" | "configFile">) {
  const folder = join(config, "mcp");
  const files = new Map<McpServerName, ReturnType<typeof fileOf>>();
  const fileOf = (server: McpServerName) =>
    keptJson<McpReview | null>(folder, `${server}.json`, McpReview.nullable(), null);
  const loginOf = (server: McpServerName) =>
    keptJson<McpLogin | null>(folder, `${server}.login.json`, McpLogin.nullable(), null);
  const kept = (server: McpServerName) => {
    const known = files.get(server) ?? fileOf(server);
    files.set(server, known);
    return known;
  };
  return {
    configured: async () => ({ ...(await readServerEntries(file)), file }),
    review: async (server: McpServerName) => (await kept(server).read()) ?? undefined,
    login: async (server: McpServerName) => (await loginOf(server).read()) ?? undefined,
    keepLogin: async (server: McpServerName, login: McpLogin | undefined) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (login) await loginOf(server).change(() => [login, undefined]);
      else await rm(join(folder, `${server}.login.json`), { force: true });
    },
    change: async (server: McpServerName, make: (kept: McpReview | undefined) => McpReview | undefined) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return kept(server).change((review) => {
        const made = make(review ?? undefined);
        return [made ?? null, made];
      });
    },
  };
}
