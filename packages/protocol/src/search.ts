import { z } from "zod";
import { askRoute } from "./route.ts";
import { SessionSummary } from "./session-summary.ts";

/** Whose words they are: the session's title, the person, the model, what it asked of a tool, and what the tool gave. */
export const FoundKind = z.enum(["title", "person", "reply", "call", "output"]);
export type FoundKind = z.infer<typeof FoundKind>;

/** Where words stand in a session. `seq` is of the event that they begin in; `snippet` is their surroundings, in one line. */
export const FoundPlace = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  kind: FoundKind,
  snippet: z.array(z.object({ text: z.string(), hit: z.literal(true).optional() })),
});
export type FoundPlace = z.infer<typeof FoundPlace>;

/** A session in which every word stands, with at most three of its places. */
export const FoundSession = z.object({ session: SessionSummary, places: z.array(FoundPlace) });
export type FoundSession = z.infer<typeof FoundSession>;

/**
 * The best first, at most twenty. `searched` of `of` sessions were looked through: fewer while the index is being made, which goes on,
 * or where there is none (`indexed` is false then) and only the newest were read.
 */
export const SearchAnswer = z.object({
  found: z.array(FoundSession),
  searched: z.int().nonnegative(),
  of: z.int().nonnegative(),
  indexed: z.boolean(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

/** The part of the table of routes that finds things said before. */
export const searchRoutes = {
  searchSessions: askRoute(
    "/api/v1/search",
    z.strictObject({ words: z.string().min(1).max(1_000) }),
    SearchAnswer,
  ),
} as const;
