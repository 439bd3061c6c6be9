import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The subagents available to a new session. */
export function helperRoutes(app: FastifyInstance, application: Application): void {
  route(app, "listHelpers", 200, () => application.helpers());
}
