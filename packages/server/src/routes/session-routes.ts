import { KestrelError } from "@kestrel/core";
import { SessionId, summarise } from "@kestrel/protocol";
import type { FastifyInstance } from "fastify";
import type { ServerParts } from "../server-parts.ts";
import { noSuchSession, type SessionHub } from "../sessions/session-hub.ts";
import { route } from "./route.ts";

/** Sessions: list, open, read, ask something of one, put aside and bring back. */
export function sessionRoutes(app: FastifyInstance, hub: SessionHub, parts: ServerParts): void {
  route(app, "listSessions", 200, async () => ({ sessions: [...(await hub.list())] }));

  route(app, "openSession", 201, async ({ body }) => ({ session: await hub.open(body) }));

  route(app, "readSession", 200, async ({ params }) => {
    const { session } = await hub.get(idFrom(params));
    return { session: summarise(session.state()) };
  });

  route(app, "readLog", 200, async ({ params }) => {
    const { log } = await hub.get(idFrom(params));
    const events = [];
    for await (const event of log.read()) events.push(event);
    return { events };
  });

  route(app, "sendOp", 202, async ({ params, body }) => {
    const { session } = await hub.get(idFrom(params));
    const turnId = parts.newTurnId();
    await session.apply(body, turnId);
    return body.type === "send-message" ? { accepted: true as const, turnId } : { accepted: true as const };
  });

  route(app, "removeSession", 200, async ({ params }) => {
    const id = idFrom(params);
    await hub.remove(id);
    return { removed: id };
  });

  route(app, "restoreSession", 200, async ({ params }) => ({ session: await hub.restore(idFrom(params)) }));
}

/** The id in the path. What is not even shaped like one is a bad request. */
export function idFrom({ id = "" }: Record<string, string>): SessionId {
  const parsed = SessionId.safeParse(id);
  if (parsed.success) return parsed.data;
  if (/^[a-z0-9]{1,60}$/.test(id)) throw noSuchSession(id);
  throw new KestrelError("invalid_request", "not a session id", { where: "id" });
}
