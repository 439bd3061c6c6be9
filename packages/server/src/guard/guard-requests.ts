import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { KestrelError } from "@kestrel/core";
import type { FastifyInstance, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Open to anyone on this machine. Routes are private unless they say this. */
    public?: boolean;
    /** The one media type of its body that is no JSON; like JSON none that a page can post without being asked first. */
    takes?: string;
    /** The login page: a link from elsewhere may lead a whole window to it, never a frame. */
    entrance?: boolean;
  }
}

const readMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const jsonType = /^application\/json(; ?charset=utf-8)?$/i;
const bearer = /^Bearer ([\x21-\x7e]{1,256})$/i;

/**
 * Stands before every route, found or not: our own Host, no foreign Origin, no cross-site fetch, JSON only, and the
 * token, the daemon's own or that of a browser that logged in, on all but the public ones. Loopback is not a boundary: any web page can send requests here.
 * What it returns tells which requests came with a token.
 */
export function guardRequests(
  app: FastifyInstance,
  token: string,
  isDevice: (token: string) => boolean,
): (request: IncomingMessage) => boolean {
  const wanted = digest(token);
  const admitted = new WeakSet<IncomingMessage>();
  app.addHook("onRequest", async (request) => {
    const open = request.routeOptions.config.public === true;
    checkHost(request.raw, portOf(app));
    if (!request.raw.url?.startsWith("/")) throw new KestrelError("bad_target", "absolute request target");
    checkOrigin(request.raw, portOf(app));
    refuseServiceWorkers(request);
    checkFetchSite(request, open);
    const { takes } = request.routeOptions.config;
    const type = request.headers["content-type"] ?? "";
    const fits = takes === undefined ? jsonType.test(type) : type.toLowerCase() === takes;
    if (!readMethods.has(request.method) && !fits)
      throw new KestrelError("json_only", `not ${takes ?? "application/json"}`);
    const [, given] = bearer.exec(request.headers.authorization ?? "") ?? [];
    if (given !== undefined && (timingSafeEqual(digest(given), wanted) || isDevice(given)))
      admitted.add(request.raw);
    else if (!open) throw new KestrelError("unauthorized", "no or wrong token");
  });
  return (request) => admitted.has(request);
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function namesOf(port: number): string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

/** Exactly one Host header, byte for byte ours: a rebound name of somebody else's never is. */
function checkHost(message: IncomingMessage, port: number): void {
  const hosts = headersNamed(message, "host");
  const [host = ""] = hosts;
  if (hosts.length !== 1 || !namesOf(port).includes(host.toLowerCase())) {
    throw new KestrelError("bad_host", "not a name of this daemon");
  }
}

function checkOrigin(message: IncomingMessage, port: number): void {
  const [origin, ...more] = headersNamed(message, "origin");
  if (origin === undefined) return;
  const ours = namesOf(port).map((name) => `http://${name}`);
  if (more.length > 0 || !ours.includes(origin)) throw new KestrelError("bad_origin", "a foreign page asks");
}

/** Nothing of ours is a service worker: one that is fetched from here would stand between us and every later page. */
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

/** `Sec-Fetch-User` is not asked for: a file that forwards to us does so without a click. */
function leadsAWindow({ method, headers }: FastifyRequest): boolean {
  return (
    method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document"
  );
}

/** All values of a header as they came; Node itself would silently keep only one. */
function headersNamed({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
