import { KestrelError } from "@kestrel/core";
import type { Frame } from "@kestrel/protocol";
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
    const id = query.session === undefined ? undefined : idFrom({ id: String(query.session) });
    const living = id === undefined ? undefined : await hub.get(id);
    if (streams.size >= mostClients) throw new KestrelError("too_many_clients", "too many streams");
    reply.hijack();
    const stream = new EventStream(reply.raw);
    streams.add(stream);
    let aside = false;
    const tell = (frame: Frame) => {
      stream.frame(frame);
      if (frame.type === "session-removed" && frame.sessionId === id) aside = true;
      // It lives again, under a new log handle: the client comes back and goes on where it was.
      else if (frame.type === "session-changed" && frame.session.id === id && aside) stream.end();
    };
    const unwatch = [engine.watch((status) => stream.frame({ type: "engine", status })), hub.watch(tell)];
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

/** Where the client is: `Last-Event-ID` (a browser coming back) before `after`. Undefined when it is no number of ours. */
function cursorOf({ headers }: FastifyRequest, { after = "0" }: Record<string, unknown>): number | undefined {
  const given = headers["last-event-id"] || after;
  return typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}
