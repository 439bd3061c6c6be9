import type { z } from "zod";

/** One row of the table of routes: method, path, whether it is open to anyone on this machine, and what goes in and out. */
export type ApiRoute = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  public: boolean;
  body: z.ZodType | undefined;
  /** The media type of a body that is no JSON; it is read as a stream. */
  takes?: "application/x-ndjson";
  /** The media type of an answer that is no JSON. */
  gives?: "text/plain";
  answer: z.ZodType;
};

/** Tells `answer` to whoever has the token. Nothing goes in. */
export const getRoute = <const Path extends string, Answer extends z.ZodType>(path: Path, answer: Answer) =>
  ({ method: "GET", path, public: false, body: undefined, answer }) as const;

/** Does or asks something, for whoever has the token. */
export const postRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
) => ({ method: "POST", path, public: false, body, answer }) as const;

/** Takes something away, for whoever has the token. */
export const deleteRoute = <const Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
) => ({ method: "DELETE", path, public: false, body, answer }) as const;
