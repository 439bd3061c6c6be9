import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The tools of the web: what is on, and a search that a person tries. */
export function webRoutes(
  app: FastifyInstance,
  application: Pick<Application, "listWeb" | "trySearch">,
): void {
  route(app, "listWeb", 200, () => application.listWeb());

  route(app, "trySearch", 200, () => application.trySearch());
}
