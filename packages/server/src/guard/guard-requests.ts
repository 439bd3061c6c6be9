import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { KestrelError } from "@kestrel/core";
import { channelIn } from "@kestrel/protocol/access";
import type { ApiRoute } from "@kestrel/protocol/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AccessTokens, Admission } from "./access-tokens.ts";
import { WrongTries } from "./wrong-tries.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may use it; default: only the owner. */
    access?: ApiRoute["access"];
    /** The one media type of its body other than JSON; like JSON, one that a page cannot post without a preflight. */
    takes?: string;
    /** The login page: a link from elsewhere may navigate a window to it, never a frame. */
    entrance?: boolean;
  }
}

const readMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const jsonType = /^application\/json(; ?charset=utf-8)?$/i;
const bearer = /^Bearer ([\x21-\x7e]{1,256})$/i;

/** Wrong tokens of one address within a minute that get a normal refusal. */
const mostWrongTokens = 30;

/** Longest delay of a Node timer. Milliseconds. */
const longestTimer = 2 ** 31 - 1;

/** Who sent the request: the owner, or the holder of an access token. */
export type Caller = "owner" | Admission;

export type Credentials = {
  /** The daemon's own. Neither it nor a local browser's token works from another device. */
  token: string;
  isDevice(token: string): boolean;
  tokens: AccessTokens;
  /** The origins under which other devices reach the daemon; empty when remote access is off. */
  remoteOrigins(): readonly string[];
  /** Milliseconds of a monotonic clock. */
  now(): number;
};

const callers = new WeakMap<IncomingMessage, Caller>();

/** Who sent a request; undefined without a valid token. */
export function callerOf(request: IncomingMessage): Caller | undefined {
  return callers.get(request);
}

/**
 * Checks every request before its route, found or not: our own Host, no foreign Origin, no cross-site fetch, JSON only, and a token with
 * access to the route, except on public ones. Loopback is not a boundary: any web page can send requests here.
 */
export function guardRequests(app: FastifyInstance, credentials: Credentials): void {
  const callerBy = callersBy(credentials);
  const wrong = new WrongTries<string | undefined>(credentials.now, mostWrongTokens);
  app.addHook("onRequest", async (request, reply) => {
    const { access = "owner" } = request.routeOptions.config;
    const open = access === "public";
    const origins = isRemote(request.raw) ? credentials.remoteOrigins() : localOrigins(portOf(app));
    checkHost(request.raw, origins);
    if (!request.raw.url?.startsWith("/")) throw new KestrelError("bad_target", "absolute request target");
    checkOrigin(request.raw, origins);
    refuseServiceWorkers(request);
    checkFetchSite(request, open);
    const { takes } = request.routeOptions.config;
    const type = request.headers["content-type"] ?? "";
    const fits = takes === undefined ? jsonType.test(type) : type.toLowerCase() === takes;
    if (!readMethods.has(request.method) && !fits)
      throw new KestrelError("json_only", `not ${takes ?? "application/json"}`);
    const [, given] = bearer.exec(request.headers.authorization ?? "") ?? [];
    const caller = given === undefined ? undefined : callerBy(given, isRemote(request.raw));
    if (caller) callers.set(request.raw, caller);
    if (open) return;
    if (!caller) {
      const peer = request.raw.socket.remoteAddress;
      if (wrong.areTooMany(peer)) throw new KestrelError("too_many_attempts", "too many wrong tokens");
      if (given !== undefined) wrong.add(peer);
      throw new KestrelError("unauthorized", "no or wrong token");
    }
    if (caller === "owner") return;
    if (!isOpenTo(access, caller)) throw new KestrelError("forbidden", "not within the token's scopes");
    endInTime(caller, reply);
  });
}

/** The only function that compares tokens. */
function callersBy({ token, isDevice, tokens }: Credentials) {
  const wanted = digest(token);
  const isOwner = (given: string) => timingSafeEqual(digest(given), wanted) || isDevice(given);
  return (given: string, remote: boolean): Caller | undefined => {
    if (!remote && isOwner(given)) return "owner";
    const found = tokens.find(given);
    return remote && found?.lent ? undefined : found;
  };
}

/** Whether it came by TLS, hence from the listener for other devices: only that one uses TLS. */
export function isRemote({ socket }: IncomingMessage): boolean {
  return "encrypted" in socket && socket.encrypted === true;
}

/** The table names a scope without its parameter: `name` for `name:parameter`. */
function isOpenTo(access: ApiRoute["access"], { scopes }: Admission): boolean {
  const channel = channelIn(scopes);
  const counted = channel === undefined ? scopes : [`channel:${channel}`];
  return Array.isArray(access) && counted.some((scope) => access.includes(scope.split(":", 1)[0]));
}

/** Ends an answer when the token of its request expires. */
function endInTime({ endsInMs }: Admission, { raw }: FastifyReply): void {
  if (endsInMs === undefined) return;
  const end = setTimeout(() => raw.destroy(), Math.min(endsInMs, longestTimer)).unref();
  raw.once("close", () => clearTimeout(end));
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function localOrigins(port: number): string[] {
  return ["127.0.0.1", "localhost", "[::1]"].map((host) => `http://${host}:${port}`);
}

/** Requires exactly one Host header that names this daemon. This stops DNS rebinding. Throws KestrelError `bad_host`. */
function checkHost(message: IncomingMessage, origins: readonly string[]): void {
  const hosts = headersNamed(message, "host");
  const [host = ""] = hosts;
  if (hosts.length !== 1 || !origins.some((origin) => origin.split("//")[1] === host.toLowerCase())) {
    throw new KestrelError("bad_host", "not a name of this daemon");
  }
}

function checkOrigin(message: IncomingMessage, origins: readonly string[]): void {
  const [origin, ...more] = headersNamed(message, "origin");
  if (origin === undefined) return;
  if (more.length > 0 || !origins.includes(origin))
    throw new KestrelError("bad_origin", "a foreign page asks");
}

/** Kestrel has no service worker. One loaded from this origin could intercept every later page. */
function refuseServiceWorkers({ headers }: FastifyRequest): void {
  if (headers["service-worker"] === undefined && headers["sec-fetch-dest"] !== "serviceworker") return;
  throw new KestrelError("bad_fetch_site", "a service worker's script");
}

/** Typed addresses and links from outside (`none`) may open the public pages, nothing else. */
function checkFetchSite(request: FastifyRequest, open: boolean): void {
  const site = request.headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || (site === "none" && open)) return;
  if (request.routeOptions.config.entrance && leadsAWindow(request)) return;
  throw new KestrelError("bad_fetch_site", "asked from another site");
}

/** `Sec-Fetch-User` is not required: a local file that forwards here does so without a click. */
function leadsAWindow({ method, headers }: FastifyRequest): boolean {
  return (
    method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
  );
}

/** All values of a header as received; Node itself would silently keep only one. */
function headersNamed({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
