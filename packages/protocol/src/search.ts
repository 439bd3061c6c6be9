import { z } from "zod";
import { askRoute } from "./route.ts";
import { SessionSummary } from "./session-summary.ts";

/** The source of the text: the session's title, the user, the model, a call's arguments, and a tool's output. */
export const FoundKind = z.enum(["title", "person", "reply", "call", "output"]);
export type FoundKind = z.infer<typeof FoundKind>;

/** A match in a session. `seq` is of the event that it begins in; `snippet` is its surroundings, in one line. */
export const FoundPlace = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  kind: FoundKind,
  snippet: z.array(z.object({ text: z.string(), hit: z.literal(true).optional() })),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

/** A session that contains every word, with at most three matches. */
export const FoundSession = z.object({ session: SessionSummary, places: z.array(FoundPlace) });
export type FoundSession = z.infer<typeof FoundSession>;

/**
 * Best first, at most twenty. `searched` of `of` sessions were searched: fewer while indexing is in progress, or without an index
 * (`indexed` is false then), when only the newest are read.
 */
export const SearchAnswer = z.object({
  found: z.array(FoundSession),
  searched: z.int().nonnegative(),
  of: z.int().nonnegative(),
  indexed: z.boolean(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** The routes for searching sessions. */
export const searchRoutes = {
  searchSessions: askRoute(
    "/api/v1/search",
    z.strictObject({ words: z.string().min(1).max(1_000) }),
    SearchAnswer,
  ),
} as const;
