import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { McpLogin, type McpProblem, McpReview, type McpServerName } from "@kestrel/protocol";
import type { DataPaths } from "../data-paths.ts";
import { keptJson } from "../files/kept-json.ts";
import { readServerEntries, type ServerEntry } from "./server-entries.ts";

/** The servers in the user's file, and beside that file what was seen of each and accepted: a file for each server. */
export type McpBook = {
  configured(): Promise<{ servers: readonly ServerEntry[]; problems: readonly McpProblem[]; file: string }>;
  review(server: McpServerName): Promise<McpReview | undefined>;
  login(server: McpServerName): Promise<McpLogin | undefined>;
  keepLogin(server: McpServerName, login: McpLogin | undefined): Promise<void>;
  change(
    server: McpServerName,
    make: (review: McpReview | undefined) => McpReview | undefined,
  ): Promise<McpReview | undefined>;
};

export function mcpBook({ config, configFile: file }: Pick<DataPaths, "config" | "configFile">): McpBook {
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
    review: async (server) => (await kept(server).read()) ?? undefined,
    login: async (server) => (await loginOf(server).read()) ?? undefined,
    keepLogin: async (server, login) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (login) await loginOf(server).change(() => [login, undefined]);
      else await rm(join(folder, `${server}.login.json`), { force: true });
    },
    change: async (server, make) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return kept(server).change((review) => {
        const made = make(review ?? undefined);
        return [made ?? null, made];
      });
    },
  };
}
