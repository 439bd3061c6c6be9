import type { IncomingMessage } from "node:http";
import { KestrelError } from "@kestrel/core";
import type { RemoteAccess } from "@kestrel/protocol/access";
import Fastify, { type FastifyInstance } from "fastify";
import { consoleFiles } from "./console/console-files.ts";
import { answerBroken, answerErrors, answerUnroutable } from "./error-reply.ts";
import { checkJson } from "./guard/check-json.ts";
import { keepRoom, passOverDropped } from "./guard/connection-room.ts";
import { callerOf, guardRequests } from "./guard/guard-requests.ts";
import { channelOf, keepChannels } from "./guard/keep-channels.ts";
import { LoginCodes } from "./guard/login-codes.ts";
import { PairingCodes } from "./guard/pairing-codes.ts";
import { protectAnswers } from "./guard/protect-answers.ts";
import { listenRemotely, type RemoteListener, type RemotePlace } from "./remote/remote-listener.ts";
import { applicationRoutes } from "./routes/application-routes.ts";
import { daemonRoutes } from "./routes/daemon-routes.ts";
import { eventRoutes } from "./routes/event-routes.ts";
import { lentModelRoutes } from "./routes/lent-model-routes.ts";
import { loginRoutes } from "./routes/login-routes.ts";
import { modelRoutes } from "./routes/model-routes.ts";
import { sessionRoutes } from "./routes/session-routes.ts";
import { tokenRoutes } from "./routes/token-routes.ts";
import { routing } from "./routing.ts";
import type { ServerParts } from "./server-parts.ts";

/** A listening daemon. `close` ends streams, turns and logs, in that order. */
export type RunningServer = {
  url: string;
  /**
   * Also listens for other devices, with TLS and access tokens only. Rejects with the error of the system or the TLS library. Until it
   * ends, `usedBy` includes `remote`.
   */
  listenRemotely(place: RemotePlace): Promise<RemoteAccess>;
  /** A link that logs in one browser, once, within a quarter of an hour. */
  loginLink(): string;
  /** Open streams: browsers and terminals. */
  clients(): number;
  /** Current uses, `client` for open streams. Empty when idle. */
  usedBy(): string[];
  /** Called for every request, before it is checked. */
  onRequest(listener: () => void): void;
  /** No stream can be opened any more; open ones continue. */
  refuseStreams(): void;
  close(): Promise<void>;
};

/** Limits of a request, for both listeners. Bytes and milliseconds. */
const limits = { maxHeaderSize: 8_192, headersTimeout: 10_000, connectionsCheckingInterval: 1_000 } as const;
const patience = { requestTimeout: 10_000, keepAliveTimeout: 5_000 } as const;

/** Starts the HTTP side on 127.0.0.1. Rejects with `port_in_use` when another program has the port. */
export async function createServer(parts: ServerParts): Promise<RunningServer> {
  const app = Fastify({
    bodyLimit: 1_048_576,
    trustProxy: false,
    ...patience,
    forceCloseConnections: true,
    ...routing,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerBroken,
    http: limits,
  });
  passOverDropped(app);
  onlyJson(app);
  protectAnswers(app);
  const { token, devices, tokens, now, channelRules = () => ({ approvals: "machine" }) } = parts;
  let remote: RemoteListener | undefined;
  const isDevice = (given: string) => devices.knows(given);
  guardRequests(app, { token, tokens, now, isDevice, remoteOrigins: () => remote?.origins ?? [] });
  keepChannels(app, {
    sessions: parts.application.sessions,
    sandbox: () => parts.application.sandboxStatus(),
    rules: channelRules,
    callerOf,
  });
  const room = keepRoom(app, (request) => callerOf(request) !== undefined);
  answerErrors(app);
  const { sessions, models, pictures } = parts.application;
  const codes = new LoginCodes(now);
  const pairing = new PairingCodes(now);
  let url = "";
  const loginLink = () => {
    const { code, name } = codes.make();
    return `${url}/login?link=${name}#c=${code}`;
  };
  const onForgotten = () => streams.end();
  loginRoutes(app, { codes, loginLink, devices, pairing, tokens, onForgotten });
  const onRevoked = (id: string) => {
    room.end((request) => {
      const caller = callerOf(request);
      return typeof caller === "object" && caller.id === id;
    });
  };
  tokens.onTakenBack(onRevoked);
  tokenRoutes(app, tokens, { pairing, remote: () => remote?.access, onRevoked });
  const usedBy = () => [
    ...(streams.count() > 0 ? ["client"] : []),
    ...(remote ? ["remote"] : []),
    ...parts.application.usedBy(),
  ];
  daemonRoutes(app, parts.application, {
    usedBy,
    remote: () => remote?.access,
    count: () => streams.count(),
    close: () => streams.close(),
  });
  modelRoutes(app, models, sessions);
  applicationRoutes(app, parts.application);
  lentModelRoutes(app, parts.application, tokens);
  const channelFrom = (request: IncomingMessage) => channelOf(callerOf(request));
  sessionRoutes(app, sessions, pictures, (request) => {
    const channel = channelFrom(request);
    return channel === undefined ? undefined : { channel, ...channelRules(channel) };
  });
  const streams = eventRoutes(app, sessions, models, (request) => channelFrom(request) !== undefined);
  const page = { folder: parts.consoleFolder, command: parts.command };
  await consoleFiles(app, page, (link) => codes.isOpen(link));
  url = await listening(app, parts);
  return {
    url,
    listenRemotely: async (place) => {
      remote = await listenRemotely(place, { ...limits, ...patience }, app.routing);
      room.watch(remote.server);
      return remote.access;
    },
    loginLink,
    clients: streams.count,
    usedBy,
    refuseStreams: streams.close,
    onRequest: (listener) => void app.server.prependListener("request", listener),
    close: async () => {
      streams.close();
      streams.end();
      remote?.close();
      await parts.application.close();
      await app.close();
    },
  };
}

/** `text/plain` is parsed by default and needs no preflight: a page could post it. */
function onlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    try {
      checkJson(String(body));
    } catch (error) {
      return done(error as Error);
    }
    return parse(request, String(body), done);
  });
  // Parsed by the only route that accepts it; the guard rejects it everywhere else.
  app.addContentTypeParser("application/x-ndjson", (_request, payload, done) => done(null, payload));
}

/** Most random ports tried: so many in a row are never taken. */
const mostDraws = 20;

async function listening(
  app: FastifyInstance,
  { port, anotherPort }: Pick<ServerParts, "port" | "anotherPort">,
  draws = 0,
): Promise<string> {
  try {
    await app.listen({ host: "127.0.0.1", port });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EADDRINUSE") throw cause;
    if (anotherPort && draws < mostDraws)
      return listening(app, { port: await anotherPort(), anotherPort }, draws + 1);
    throw new KestrelError("port_in_use", `port ${port} is taken`, { port }, { cause });
  }
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`;
}
