import { z } from "zod";
import { getRoute, postRoute } from "./route.ts";

const tokens = z.int().nonnegative();

/** Tokens that were processed ahead of a request: all, those that the next request reused, and those that it did not. */
export const ReadAhead = z.object({ read: tokens, gained: tokens, wasted: tokens });
export type ReadAhead = z.infer<typeof ReadAhead>;

/** Calls that ran while the model was still writing: all, those whose result was used, and the waiting time they saved. */
const EarlyCalls = z.object({ started: tokens, used: tokens, savedMs: z.number().nonnegative() });

/**
 * Idle prefill since the daemon started, by the server's own counts: text being typed, text a template re-renders after a turn,
 * reopened sessions, and read-only calls. `paused`: why nothing is prefilled now.
 */
export const AheadCounters = z.object({
  draft: ReadAhead,
  settle: ReadAhead,
  warm: ReadAhead,
  calls: EarlyCalls,
  paused: z.enum(["battery"]).optional(),
});
export type AheadCounters = z.infer<typeof AheadCounters>;

/** Routes for a client's draft, and for the figures of idle prefill. */
export const aheadRoutes = {
  /**
   * The unsent text of a session's message field. The server may process it ahead; it is stored nowhere. `whole`: it was inserted at
   * once, so that its last word is complete.
   */
  typeDraft: postRoute(
    "/api/v1/sessions/:id/draft",
    z.strictObject({ text: z.string().max(200_000), whole: z.boolean().optional() }),
    z.object({ taken: z.literal(true) }),
  ),
  /** What idle prefill cost and gained. */
  ahead: getRoute("/api/v1/ahead", AheadCounters),
} as const;
