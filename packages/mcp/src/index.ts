export { startMs } from "./connection/connections.ts";
export { McpServers } from "./mcp-servers.ts";
export type { ServerBook } from "./server-book.ts";
export type { McpRunParts } from "./source/run-server-tool.ts";
export { serverSource } from "./source/server-source.ts";
