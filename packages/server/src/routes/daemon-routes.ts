import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { openApi } from "./open-api.ts";
import { route } from "./route.ts";

/** The daemon itself: is it there, what is it set to, and its end. */
export function daemonRoutes(
  app: FastifyInstance,
  application: Pick<
    Application,
    | "status"
    | "settings"
    | "sandboxStatus"
    | "ahead"
    | "diagnostics"
    | "metrics"
    | "readStorage"
    | "freeStorage"
    | "stop"
  >,
): void {
  route(app, "health", 200, async () => ({ ok: true as const }));

  route(app, "openApi", 200, async () => openApi((await application.status()).version));

  route(app, "metrics", 200, ({ reply }) => {
    reply.type("text/plain; version=0.0.4; charset=utf-8");
    return application.metrics();
  });

  route(app, "readStorage", 200, () => application.readStorage());
  route(app, "freeStorage", 200, () => application.freeStorage());

  route(app, "status", 200, () => application.status());

  route(app, "sandbox", 200, async () => ({ sandbox: await application.sandboxStatus() }));
  route(app, "settings", 200, async () => application.settings());

  route(app, "listDiagnostics", 200, () => application.diagnostics());

  route(app, "ahead", 200, () => application.ahead());

  route(app, "stopDaemon", 202, async () => {
    application.stop();
    return { stopping: true as const };
  });
}
