/** The parts of MCP's library for `serve-mcp`; bundled as a separate file. */
export { McpServer } from "@modelcontextprotocol/server";
export { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
