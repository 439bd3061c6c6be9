import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The web tools: which are on, and a test search. */
export function webRoutes(
  app: FastifyInstance,
  application: Pick<Application, "listWeb" | "trySearch">,
): void {
  route(app, "listWeb", 200, () => application.listWeb());

  route(app, "trySearch", 200, () => application.trySearch());
}
