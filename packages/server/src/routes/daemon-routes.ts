import { setTimeout as pause } from "node:timers/promises";
import type { Application } from "@kestrel/daemon";
import type { RemoteAccess } from "@kestrel/protocol/access";
import type { FastifyInstance } from "fastify";
import { openApi } from "./open-api.ts";
import { route } from "./route.ts";

/** Longest time until the server notices a stream closed by its client. Milliseconds. */
const partingMs = 200;

type DaemonFacts = {
  usedBy(): string[];
  remote(): RemoteAccess | undefined;
  /** Open streams; after `close` none can be opened. */
  count(): number;
  close(): void;
};

/** The daemon itself: its status, its settings, and stopping it. */
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
  { usedBy, remote, count, close }: DaemonFacts,
): void {
  route(app, "health", 200, async () => ({ ok: true as const }));

  route(app, "openApi", 200, async () => openApi((await application.status()).version));

  route(app, "metrics", 200, ({ reply }) => {
    reply.type("text/plain; version=0.0.4; charset=utf-8");
    return application.metrics();
  });

  route(app, "readStorage", 200, () => application.readStorage());
  route(app, "freeStorage", 200, () => application.freeStorage());

  route(app, "status", 200, async () => ({
    ...(await application.status()),
    ...{ streams: count(), usedBy: usedBy(), remote: remote() },
  }));

  route(app, "sandbox", 200, async () => ({ sandbox: await application.sandboxStatus() }));
  route(app, "settings", 200, () => application.settings.list());
  route(app, "changeSetting", 200, ({ body }) => application.settings.change(body.key, body.value));

  route(app, "listDiagnostics", 200, () => application.diagnostics());

  route(app, "ahead", 200, () => application.ahead());

  // A replacement daemon also listens for other devices.
  const isUsed = () => usedBy().some((use) => use !== "remote");
  const soonUnused = async () => {
    for (const until = performance.now() + partingMs; isUsed(); await pause(10))
      if (performance.now() > until) return false;
    return true;
  };

  route(app, "stopDaemon", 202, async ({ body: { ifUnused, restarts } }) => {
    if (ifUnused && !(await soonUnused())) return { stopping: false };
    close();
    application.stop({ restarts });
    return { stopping: true };
  });
}
