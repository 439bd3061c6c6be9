/** What `serve-mcp` needs of MCP's library; the build puts it into a file beside the program. */
export { McpServer } from "@modelcontextprotocol/server";
export { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
