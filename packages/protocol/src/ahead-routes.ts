import { z } from "zod";
import { AheadCounters } from "./ahead-counters.ts";
import { getRoute, postRoute } from "./route.ts";

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
