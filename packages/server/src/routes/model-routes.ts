import type { FastifyInstance } from "fastify";
import type { ServerParts } from "../server-parts.ts";
import { route } from "./route.ts";

/** Models on disk and the one in use. A model is started by its name among those found, and by nothing else. */
export function modelRoutes(app: FastifyInstance, { engine, models, discover }: ServerParts): void {
  route(app, "discovery", 200, () => discover());

  route(app, "listModels", 200, async () => ({
    models: [...(await models.list())],
    loaded: models.loaded(),
  }));

  route(app, "loadModel", 202, async ({ body }) => {
    await models.load(body.id, body.window);
    return { engine: engine.status() };
  });

  route(app, "unloadModel", 200, async () => {
    await models.unload();
    return { engine: engine.status() };
  });

  route(app, "probeModel", 200, async ({ body }) => ({ profile: await models.profile(body.question) }));
}
