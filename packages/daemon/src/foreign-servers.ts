import { KestrelError } from "@kestrel/core";
import type { McpProblem, McpServer } from "@kestrel/protocol";

/** What a client asks about the user's MCP servers. Implemented by `@kestrel/mcp`; none is started by being listed. */
export type ForeignServers = {
  list(): Promise<{ servers: McpServer[]; problems: McpProblem[]; file: string }>;
  /** Starts or reaches one, reads its tools, and lets go. Rejects with `mcp_unknown`. */
  test(name: string): Promise<McpServer>;
  /** Rejects with `mcp_stale` when it is not what `digest` says any more. */
  switch(name: string, on: boolean, digest: string): ReturnType<ForeignServers["list"]>;
  /** Resolves when nothing that was started is left. */
  close(): Promise<void>;
};

export function noServers(file: string): ForeignServers {
  const list = async () => ({ servers: [], problems: [], file });
  const test = async (name: string) => {
    throw new KestrelError("mcp_unknown", `no server ${name}`, { name });
  };
  return { list, test, switch: list, close: async () => {} };
}
