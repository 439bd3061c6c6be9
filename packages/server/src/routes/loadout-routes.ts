import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The contents and costs of the user's loadouts, and drafts of new ones. Loads and starts nothing. */
export function loadoutRoutes(app: FastifyInstance, loadouts: Application["loadouts"]): void {
  route(app, "listLoadouts", 200, () => loadouts.list());

  route(app, "billLoadout", 200, async ({ body }) => ({ bill: await loadouts.bill(body.frozen) }));

  route(app, "listLoadoutChoices", 200, () => loadouts.choices());

  route(app, "checkLoadout", 200, async ({ body }) => ({ checked: await loadouts.check(body.draft) }));

  route(app, "saveLoadout", 201, ({ body }) => loadouts.save(body.draft));

  route(app, "readLoadout", 200, ({ body }) => loadouts.text(body.name));

  route(app, "removeLoadout", 200, ({ body }) => loadouts.remove(body.name));

  route(app, "restoreLoadout", 200, ({ body }) => loadouts.restore(body.name));

  route(app, "forgetPlace", 200, ({ body }) => loadouts.forgetPlace(body.url));

  route(app, "compareLoadouts", 200, async ({ body }) => ({
    differences: await loadouts.compare(body.before, body.after),
  }));
}
