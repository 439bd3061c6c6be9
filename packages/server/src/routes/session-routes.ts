import type { IncomingMessage } from "node:http";
import { KestrelError, type Pictures } from "@kestrel/core";
import { noSuchSession, type OpenSessions } from "@kestrel/daemon";
import { imageBounds, type KeptImage, SessionId } from "@kestrel/protocol";
import type { ChannelName } from "@kestrel/protocol/access";
import type { SessionState } from "@kestrel/session-state";
import { entriesBefore, shortSession, tailOf } from "@kestrel/session-state/tail";
import type { FastifyInstance } from "fastify";
import type { ChannelRules } from "../guard/keep-channels.ts";
import { type RouteInput, route } from "./route.ts";

/** 200,000 characters, escaped. */
const draftBytes = 2_000_000;

/** Sessions: list, open, read, send an op, remove and restore. `channelFrom`: the channel whose key a request carries. */
export function sessionRoutes(
  app: FastifyInstance,
  sessions: OpenSessions,
  pictures: Pictures,
  channelFrom: (request: IncomingMessage) => ({ channel: ChannelName } & Partial<ChannelRules>) | undefined,
): void {
  route(app, "listSessions", 200, async () => ({ sessions: [...(await sessions.list())] }));

  route(app, "listRemovedSessions", 200, async () => ({ removed: [...(await sessions.removed())] }));

  route(app, "searchSessions", 200, ({ body }) => sessions.search(body.words));

  route(app, "openSession", 201, async ({ body, request }) => {
    const from = channelFrom(request.raw);
    if (!from) return { session: await sessions.open(body) };
    const { channel, workspace, mode = "ask" } = from;
    return { session: await sessions.open({ workspace }, { origin: { channel }, mode }) };
  });

  route(app, "checkWorkspace", 200, async ({ body }) => ({
    workspace: await sessions.workspaceAt(body.workspace, body.confirm === true),
  }));

  route(app, "readLog", 200, async ({ params }) => {
    const { log } = await sessions.get(idFrom(params));
    const events = [];
    for await (const event of log.read()) events.push(event);
    return { events };
  });

  route(app, "readTail", 200, async ({ params }) => {
    const state = (await sessions.get(idFrom(params))).session.state();
    return state.lastSeq <= shortSession ? {} : { tail: tailOf(state) };
  });

  route(app, "readEarlier", 200, async ({ params, body }) => {
    const { session } = await sessions.get(idFrom(params));
    const { first, entries } = entriesBefore(session.state(), body.before);
    return { first, entries: [...entries] };
  });

  route(app, "exportSession", 200, ({ params, body }) => sessions.export(idFrom(params), body));

  route(app, "importSession", 201, async ({ request }) => ({
    session: await sessions.import(request.body as AsyncIterable<Uint8Array>),
  }));

  const sendOp = async ({ params, body, request }: RouteInput<"sendOp">) => {
    const { channel } = channelFrom(request.raw) ?? {};
    const sender = "sender" in body ? body.sender : undefined;
    return sessions.apply(idFrom(params), body, channel === undefined ? undefined : { channel, sender });
  };
  route(app, "sendOp", 202, sendOp, imageBounds.bodyBytes);

  route(
    app,
    "typeDraft",
    202,
    async ({ params, body }) => {
      await sessions.typed(idFrom(params), body.text, body.whole === true);
      return { taken: true as const };
    },
    draftBytes,
  );

  route(app, "readJob", 200, async ({ params }) => {
    const nothing = { tail: "", written: 0, running: false };
    return sessions.readJob(idFrom(params), String(params.job)) ?? nothing;
  });

  route(app, "readImage", 200, async ({ params }) => {
    const { session } = await sessions.get(idFrom(params));
    const image = imageOf(session.state(), params.blob);
    const base64 = image && (await pictures.read(image.blob));
    if (!base64) throw new KestrelError("not_found", "no such picture in this session");
    return { mediaType: image.mediaType, base64 };
  });

  route(app, "previewUndo", 200, async ({ params, body }) => {
    const { session } = await sessions.get(idFrom(params));
    return session.previewUndo(body.target);
  });

  route(app, "draftCommit", 200, async ({ params, body }) => {
    const { session } = await sessions.get(idFrom(params));
    return { draft: await session.draftCommit(body.from) };
  });

  route(app, "forkSession", 201, ({ params, body }) => sessions.fork(idFrom(params), body.turn));

  route(app, "removeSession", 200, async ({ params }) => {
    const id = idFrom(params);
    await sessions.remove(id);
    return { removed: id };
  });

  route(app, "restoreSession", 200, async ({ params }) => ({
    session: await sessions.restore(idFrom(params)),
  }));
}

/** A picture of this session only. */
function imageOf({ timeline }: SessionState, blob: string | undefined): KeptImage | undefined {
  for (const entry of timeline) {
    const found =
      entry.kind === "user" || entry.kind === "tool"
        ? entry.images?.find((image) => image.blob === blob)
        : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The id in the path. A malformed one is a bad request. */
export function idFrom({ id = "" }: Record<string, string>): SessionId {
  const parsed = SessionId.safeParse(id);
  if (parsed.success) return parsed.data;
  if (/^[a-z0-9]{1,60}$/.test(id)) throw noSuchSession(id);
  throw new KestrelError("invalid_request", "not a session id", { where: "id" });
}
