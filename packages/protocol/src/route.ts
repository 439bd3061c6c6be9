import type { z } from "zod";
import type { ScopeKind } from "./token-scope.ts";

/**
 * Who may use a route: anyone on this machine, an access token with one of these scopes, or only the owner (by the daemon's own token, or
 * in a logged-in browser). The owner may use every route.
 */
export type RouteAccess = "public" | "owner" | readonly [ScopeKind, ...ScopeKind[]];

const lookers: RouteAccess = ["read", "full"];
const doers: RouteAccess = ["full"];
/** With a channel's key only in its own sessions, which the guard enforces. */
export const speakers: RouteAccess = ["full", "channel"];

/** One row of the table of routes: method, path, access, and the schemas of body and answer. */
export type ApiRoute = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  access: RouteAccess;
  body: z.ZodType | undefined;
  /** The media type of a body other than JSON; it is read as a stream. */
  takes?: "application/x-ndjson";
  /** The media type of an answer other than JSON. */
  gives?: "text/plain";
  answer: z.ZodType;
};

/** Returns `answer`. Takes no body. */
export const getRoute = <const Path extends string, Answer extends z.ZodType>(
  path: Path,
  answer: Answer,
  access: RouteAccess = lookers,
) => ({ method: "GET", path, access, body: undefined, answer }) as const;

/** Performs an action. */
export const postRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
  access: RouteAccess = doers,
) => ({ method: "POST", path, access, body, answer }) as const;

/** Returns `answer` to a query that does not fit in a path. Changes nothing. */
export const askRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
) => postRoute(path, body, answer, lookers);

/** Deletes something. */
export const deleteRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
  access: RouteAccess = doers,
) => ({ method: "DELETE", path, access, body, answer }) as const;
