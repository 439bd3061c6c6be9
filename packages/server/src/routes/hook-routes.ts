import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** Hooks: the active ones, their answers, and a test run. */
export function hookRoutes(app: FastifyInstance, application: Application): void {
  route(app, "listHooks", 200, ({ body }) => application.listHooks(body.workspace));

  route(app, "testHook", 200, async ({ body }) => ({
    trial: await application.testHook(body.name, body.workspace),
  }));
}
