import { type Engine, KestrelError } from "@kestrel/core";
import type { ModelsInUse, OpenSessions } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** Time limit for an engine to start. Milliseconds. */
const longestStart = 600_000;

/**
 * The engine, models on disk and the current one. Starts a model, by name or by file, or connects to a server; never runs a given program.
 */
export function modelRoutes(
  app: FastifyInstance,
  models: ModelsInUse,
  sessions: Pick<OpenSessions, "inTurnOn">,
): void {
  const { engine, catalog, discover, browse } = models;
  route(app, "listEngines", 200, async () => {
    await engine.check?.();
    const { engines = [], available } = models.beside?.() ?? {};
    const lead = { id: "lead", roles: [], status: engine.status(), waits: false };
    return { engines: [lead, ...engines], available };
  });

  route(app, "refusedSeats", 200, async ({ body }) => ({
    refused: (await models.refused?.(body.crew)) ?? [],
  }));

  route(app, "discovery", 200, () => discover());

  route(app, "listFolder", 200, ({ body }) => browse(body.path));

  const engineOf = (id = "lead"): Engine => {
    const found = id === "lead" ? engine : models.engineBeside?.(id);
    if (!found) throw new KestrelError("not_found", `no engine ${id}`);
    return found;
  };

  route(app, "startEngine", 202, async ({ body }) => {
    const one = engineOf(body.id);
    // Its outcome is shown as the state of the engine.
    one.ready(AbortSignal.timeout(longestStart)).catch(passOver("starting the engine"));
    return { engine: one.status() };
  });

  route(app, "stopEngine", 200, async ({ body }) => {
    const one = engineOf(body.id);
    if (one !== engine && (one.status().state === "busy" || (await sessions.inTurnOn(one))))
      throw new KestrelError("busy", "it is at work");
    await one.stop();
    return { engine: one.status() };
  });

  route(app, "listModels", 200, async () => ({
    models: [...(await catalog.list())],
    loaded: catalog.loaded(),
  }));

  route(app, "listChoices", 200, () => models.choices());

  route(app, "keepServer", 200, async ({ body }) => {
    const failure = await models.keepServer(body.url, body.key);
    return { ...(await models.choices()), failure };
  });

  route(app, "forgetServer", 200, async ({ body }) => {
    await models.forgetServer(body.url);
    return models.choices();
  });

  route(app, "loadModel", 202, async ({ body }) => {
    const { beside, ...wanted } = body;
    if (beside) {
      if (!models.loadBeside) throw new KestrelError("not_found", "only one model can be loaded");
      return { engine: (await models.loadBeside(wanted)).status() };
    }
    await catalog.load(wanted);
    return { engine: engine.status() };
  });

  route(app, "unloadModel", 200, async () => {
    await catalog.unload();
    return { engine: engine.status() };
  });

  route(app, "probeModel", 200, async ({ body }) => ({ profile: await catalog.profile(body.question) }));
}
