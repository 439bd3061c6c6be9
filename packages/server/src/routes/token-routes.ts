import type { FastifyInstance } from "fastify";
import type { AccessTokens } from "../guard/access-tokens.ts";
import { route } from "./route.ts";

/** Access tokens beside the daemon's own. `onRevoked`: whatever goes on with that one has to end. */
export function tokenRoutes(
  app: FastifyInstance,
  tokens: AccessTokens,
  onRevoked: (id: string) => void,
): void {
  route(app, "listTokens", 200, async () => ({ tokens: tokens.list() }));

  route(app, "addToken", 201, ({ body }) => tokens.add(body));

  route(app, "revokeToken", 200, async ({ params: { id = "" } }) => {
    try {
      return { token: await tokens.revoke(id) };
    } finally {
      onRevoked(id);
    }
  });
}
