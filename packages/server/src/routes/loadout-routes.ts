import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** What the user's loadouts hold and cost. None is loaded, written or started here. */
export function loadoutRoutes(app: FastifyInstance, loadouts: Application["loadouts"]): void {
  route(app, "listLoadouts", 200, () => loadouts.list());

  route(app, "billLoadout", 200, async ({ body }) => ({ bill: await loadouts.bill(body.frozen) }));
}
