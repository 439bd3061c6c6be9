import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The user's MCP servers: list, test, and turn on or off for new sessions. */
export function mcpRoutes(app: FastifyInstance, mcp: Application["mcp"]): void {
  route(app, "listMcp", 200, () => mcp.list());

  route(app, "testMcp", 200, async ({ body }) => ({ server: await mcp.test(body.server) }));

  route(app, "loginMcp", 200, async ({ body }) => {
    const { address, failure } = await mcp.login(body.server);
    return { ...(address !== undefined && { address }), ...(failure && { failure }) };
  });

  route(app, "logoutMcp", 200, ({ body }) => mcp.logout(body.server));

  route(app, "switchMcp", 200, ({ body }) => mcp.switch(body.server, body.on, body.digest));
}
