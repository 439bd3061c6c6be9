import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The contents of folders, and the user's trust decisions. */
export function trustRoutes(app: FastifyInstance, trust: Application["trust"]): void {
  route(app, "lookAtTrust", 200, ({ body }) => trust.look(body.workspace));

  route(app, "decideTrust", 200, ({ body }) =>
    trust.decide(body.workspace, body.digest, body.decision, body.about),
  );

  route(app, "listTrust", 200, async () => ({ workspaces: await trust.decided() }));

  route(app, "revokeTrust", 200, ({ body }) => trust.revoke(body.workspace));
}
