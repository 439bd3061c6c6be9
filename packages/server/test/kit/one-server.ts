import type { ForeignServers } from "@kestrel/daemon";
import type { McpServer } from "@kestrel/protocol/api";

/** One MCP server in memory, that does what it is asked. */
export function oneServer(): ForeignServers {
  const server: McpServer = {
    name: "birds",
    way: "program",
    address: "birds --all",
    state: "off",
    digest: "seen",
    connection: "none",
    tools: [],
    tokens: { line: 0, whole: 0 },
  };
  const list = async () => ({ servers: [server], problems: [], file: "config.toml" });
  return {
    list,
    test: async () => server,
    switch: list,
    login: async () => ({ address: "https://login.example/" }),
    logout: list,
    close: async () => {},
  };
}
