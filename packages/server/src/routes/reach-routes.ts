import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** Skills and prompts: the available ones, and those for new sessions. */
export function reachRoutes(app: FastifyInstance, reach: Application["reach"]): void {
  route(app, "listReach", 200, ({ body }) => reach.list(body.workspace));

  route(app, "listInvocables", 200, ({ body }) => reach.names(body.workspace));

  route(app, "listPaths", 200, ({ body }) => reach.paths(body.workspace));

  route(app, "switchSkill", 200, ({ body }) => reach.switchSkill(body.name, body.on, body.workspace));
}
