import { KestrelError } from "@kestrel/core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { EventStream } from "../events/event-stream.ts";
import { followSession } from "../events/follow-session.ts";
import type { ServerParts } from "../server-parts.ts";
import type { SessionHub } from "../sessions/session-hub.ts";
import { route } from "./route.ts";
import { idFrom } from "./session-routes.ts";

const mostClients = 64;

/** The streams that are open: how many, and how to end them all. */
export type OpenStreams = { count(): number; end(): void };

/** The one stream a client needs: the engine, the session list, and the session it looks at. */
export function eventRoutes(app: FastifyInstance, hub: SessionHub, { engine }: ServerParts): OpenStreams {
  const streams = new Set<EventStream>();

  route(app, "events", 200, async ({ query, request, reply }) => {
    if (streams.size >= mostClients) throw new KestrelError("too_many_clients", "too many streams");
    const { session } = query;
    const living = session === undefined ? undefined : await hub.get(idFrom({ id: String(session) }));
    reply.hijack();
    const stream = new EventStream(reply.raw);
    streams.add(stream);
    const unwatch = [
      engine.watch((status) => stream.frame({ type: "engine", status })),
      hub.watch((frame) => stream.frame(frame)),
    ];
    try {
      if (living) await followSession(stream, living, cursorOf(request, query));
      else await stream.closed;
    } finally {
      for (const stop of unwatch) stop();
      streams.delete(stream);
      stream.end();
    }
    return undefined;
  });

  return {
    count: () => streams.size,
    end: () => {
      for (const stream of streams) stream.end();
    },
  };
}

/** Where the client is: `Last-Event-ID` (a browser coming back) before `after`; nonsense counts as the beginning. */
function cursorOf(request: FastifyRequest, query: Record<string, unknown>): number {
  const given = Number(request.headers["last-event-id"] ?? query.after ?? 0);
  return Number.isSafeInteger(given) && given > 0 ? given : 0;
}
