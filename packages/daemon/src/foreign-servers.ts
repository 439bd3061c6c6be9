import { KestrelError } from "@kestrel/core";
import type { McpProblem, McpServer } from "@kestrel/protocol/api";

/** What a client asks about the user's MCP servers. Implemented by `@kestrel/mcp`; none is started by being listed. */
export type ForeignServers = {
  list(): Promise<{ servers: McpServer[]; problems: McpProblem[]; file: string }>;
  /** Starts or reaches one, reads its tools, and lets go. Rejects with `mcp_unknown`. */
  test(name: string): Promise<McpServer>;
  /** Rejects with `mcp_stale` when the server no longer has this `digest`. */
  switch(name: string, on: boolean, digest: string): ReturnType<ForeignServers["list"]>;
  /** Begins a login; a failure is an answer. Rejects with `mcp_unknown`. */
  login(name: string): Promise<StartedLogin>;
  /** Deletes a login. Rejects with `mcp_unknown`. */
  logout(name: string): ReturnType<ForeignServers["list"]>;
  /** Resolves when nothing that was started is left. */
  close(): Promise<void>;
};

/** The address where the user agrees; `done` resolves when the login ended, successful or not. */
export type StartedLogin = {
  address?: string;
  failure?: McpServer["failure"];
  done?: Promise<McpServer["failure"]>;
};

export function noServers(file: string): ForeignServers {
  const list = async () => ({ servers: [], problems: [], file });
  const none = async (name: string) => {
    throw new KestrelError("mcp_unknown", `no server ${name}`, { name });
  };
  return { list, test: none, switch: list, login: none, logout: none, close: async () => {} };
}
