import type { z } from "zod";
import type { ScopeKind } from "./token-scope.ts";

/**
 * Who may use a route: anyone on this machine, an access token with one of these scopes, or the owner alone (by the daemon's own token,
 * or in a browser that logged in). The owner may use every route.
 */
export type RouteAccess = "public" | "owner" | readonly [ScopeKind, ...ScopeKind[]];

const lookers: RouteAccess = ["read", "full"];
const doers: RouteAccess = ["full"];
/** With a channel's key only in sessions of its own, which the guard sees to. */
export const speakers: RouteAccess = ["full", "channel"];

/** One row of the table of routes: method, path, who may use it, and what goes in and out. */
export type ApiRoute = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  access: RouteAccess;
  body: z.ZodType | undefined;
  /** The media type of a body that is no JSON; it is read as a stream. */
  takes?: "application/x-ndjson";
  /** The media type of an answer that is no JSON. */
  gives?: "text/plain";
  answer: z.ZodType;
};

/** Tells `answer`. Nothing goes in. */
export const getRoute = <const Path extends string, Answer extends z.ZodType>(
  path: Path,
  answer: Answer,
  access: RouteAccess = lookers,
) => ({ method: "GET", path, access, body: undefined, answer }) as const;

/** Does something. */
export const postRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
  access: RouteAccess = doers,
) => ({ method: "POST", path, access, body, answer }) as const;

/** Tells `answer` to a question that has no room in a path. Changes nothing. */
export const askRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
) => postRoute(path, body, answer, lookers);

/** Takes something away. */
export const deleteRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
  access: RouteAccess = doers,
) => ({ method: "DELETE", path, access, body, answer }) as const;
