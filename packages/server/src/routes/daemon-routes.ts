import type { DaemonStatus } from "@kestrel/protocol";
import type { FastifyInstance } from "fastify";
import type { ServerParts } from "../server-parts.ts";
import type { SessionHub } from "../sessions/session-hub.ts";
import { route } from "./route.ts";

/** Folders remembered for the new-session form. */
const mostRecent = 8;

/** The daemon itself: is it there, what is it set to, and its engine. */
export function daemonRoutes(app: FastifyInstance, parts: ServerParts, hub: SessionHub): void {
  const { engine } = parts;

  route(app, "health", 200, async () => ({ ok: true as const }));

  route(app, "status", 200, async () => ({
    version: parts.version,
    pid: process.pid,
    command: parts.command,
    engine: engine.status(),
    workspaces: await workspaces(),
    notices: await parts.notices(),
  }));

  route(app, "settings", 200, async () => ({ settings: [...parts.settings()] }));

  route(app, "stopDaemon", 202, async () => {
    parts.stop();
    return { stopping: true as const };
  });

  route(app, "startEngine", 202, async () => {
    engine.ready(AbortSignal.timeout(600_000)).catch(() => undefined);
    return { engine: engine.status() };
  });

  route(app, "stopEngine", 200, async () => {
    await engine.stop();
    return { engine: engine.status() };
  });

  async function workspaces(): Promise<DaemonStatus["workspaces"]> {
    // Where nothing can be written there is no sample project either, and what is there can still be read.
    const playground = await parts.playground().catch(() => undefined);
    const recent = new Set((await hub.list()).map(({ workspace }) => workspace));
    recent.delete("");
    if (playground !== undefined) recent.delete(playground);
    return [
      ...[...recent].slice(0, mostRecent).map((path) => ({ path, kind: "recent" as const })),
      ...(playground === undefined ? [] : [{ path: playground, kind: "playground" as const }]),
    ];
  }
}
