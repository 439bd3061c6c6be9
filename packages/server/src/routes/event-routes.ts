import type { IncomingMessage } from "node:http";
import { KestrelError } from "@kestrel/core";
import type { ModelsInUse, OpenSessions } from "@kestrel/daemon";
import type { Frame, SessionId } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { asKestrelError } from "../error-reply.ts";
import { EventStream } from "../events/event-stream.ts";
import { followSession } from "../events/follow-session.ts";
import { sharedFeed } from "../events/session-feed.ts";
import { route } from "./route.ts";
import { idFrom } from "./session-routes.ts";

const mostClients = 64;

/** Most sessions in one stream: the tabs of one browser. */
const mostSessions = 32;

/** Interval between checks of an external server while a client is connected. Milliseconds. */
const lookEveryMs = 2_000;

type Asked = { request: FastifyRequest; reply: FastifyReply };

/** The open streams: their count, and how to end them all. After `close` none can be opened. */
export type OpenStreams = { count(): number; end(): void; close(): void };

/**
 * The one stream a client needs: the engine, the session list, and the session it shows (`session`, `after`), or those of all tabs of a
 * browser (`sessions=ID:AFTER,…`); then every message names its session. `ownOnly`: sends nothing about other sessions or the engine.
 */
export function eventRoutes(
  app: FastifyInstance,
  sessions: OpenSessions,
  { engine, loaded }: Pick<ModelsInUse, "engine" | "loaded">,
  ownOnly: (request: IncomingMessage) => boolean,
): OpenStreams {
  const streams = new Set<EventStream>();
  let looking: NodeJS.Timeout | undefined;
  let closed = false;
  /** Checks the engine at intervals, but only while a stream is open. */
  const lookWhileWatched = () => {
    if (streams.size === 0) {
      clearInterval(looking);
      looking = undefined;
    } else looking ??= setInterval(() => void engine.check?.(), lookEveryMs).unref();
  };

  /**
   * Opens a stream for as long as `serve` takes. Restored sessions end it: they have a new log handle, and the client reconnects where it
   * was.
   */
  async function streamed(
    { request, reply }: Asked,
    watched: readonly SessionId[],
    send: (stream: EventStream, frame: Frame) => void,
    serve: (stream: EventStream) => Promise<void>,
  ): Promise<void> {
    if (streams.size >= mostClients) throw new KestrelError("too_many_clients", "too many streams");
    reply.hijack();
    // A dropped connection makes the client reconnect, and the next daemon answers it.
    if (closed) return void reply.raw.destroy();
    const stream = new EventStream(reply.raw);
    streams.add(stream);
    lookWhileWatched();
    const aside = new Set<SessionId>();
    const own = ownOnly(request.raw);
    const tell = (frame: Frame) => {
      if (!own) send(stream, frame);
      if (frame.type === "session-removed" && watched.includes(frame.sessionId)) aside.add(frame.sessionId);
      else if (frame.type === "session-changed" && aside.has(frame.session.id)) stream.end();
    };
    const beside = () => loaded?.list() ?? [];
    const tellEngine = (status: EngineStatus) =>
      send(stream, { type: "engine", status, ...(beside().length > 0 && { beside: beside() }) });
    const unwatch = [
      ...(own ? [] : [engine.watch(tellEngine)]),
      ...(own || !loaded ? [] : [loaded.watch(() => tellEngine(engine.status()))]),
      sessions.watch(tell),
    ];
    try {
      await serve(stream);
    } finally {
      for (const stop of unwatch) stop();
      streams.delete(stream);
      lookWhileWatched();
      stream.end();
    }
  }

  route(app, "events", 200, async ({ query, request, reply }) => {
    if (query.sessions !== undefined) {
      const cursors = cursorsIn(query.sessions);
      const frameOf = (stream: EventStream, frame: Frame) => stream.message("frame", { frame });
      await streamed({ request, reply }, [...cursors.keys()], frameOf, async (stream) => {
        for (const [id, after] of cursors) void followShared(sessions, stream, id, after);
        await stream.closed;
      });
      return undefined;
    }
    const id = query.session === undefined ? undefined : idFrom({ id: String(query.session) });
    const living = id === undefined ? undefined : await sessions.get(id);
    const frameOf = (stream: EventStream, frame: Frame) => stream.frame(frame);
    await streamed({ request, reply }, id === undefined ? [] : [id], frameOf, async (stream) => {
      if (living) await followSession(stream, living, cursorOf(request, query));
      else await stream.closed;
    });
    return undefined;
  });

  return {
    count: () => streams.size,
    close: () => {
      closed = true;
    },
    end: () => {
      for (const stream of streams) stream.end();
    },
  };
}

/** One of several sessions: if it cannot be followed, the client is told, and the others continue. */
async function followShared(
  sessions: OpenSessions,
  stream: EventStream,
  id: SessionId,
  after: number,
): Promise<void> {
  try {
    await followSession(sharedFeed(stream, id), await sessions.get(id), after);
  } catch (error) {
    const { code, params } = asKestrelError(error, "following a session", { sessionId: id });
    stream.message("gone", { session: id, error: { code, params } });
  }
}

/** Parses `ID:AFTER,ID:AFTER`; empty for updates about all sessions only. Throws `invalid_request`. */
function cursorsIn(given: unknown): Map<SessionId, number> {
  const refuse = () => new KestrelError("invalid_request", "not a list of sessions", { where: "sessions" });
  if (typeof given !== "string") throw refuse();
  const pairs = given === "" ? [] : given.split(",");
  if (pairs.length > mostSessions) throw refuse();
  const cursors = pairs.map((pair): [SessionId, number] => {
    const [, id, after] = /^([a-z0-9]{1,60}):(\d{1,15})$/.exec(pair) ?? [];
    if (id === undefined) throw refuse();
    return [idFrom({ id }), Number(after)];
  });
  return new Map(cursors);
}

/** The client's position: `Last-Event-ID` (a reconnecting browser) before `after`. Undefined when it is not a valid number. */
function cursorOf({ headers }: FastifyRequest, { after = "0" }: Record<string, unknown>): number | undefined {
  const given = headers["last-event-id"] || after;
  return typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : undefined;
}
