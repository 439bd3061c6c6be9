import { z } from "zod";
import { AheadCounters } from "./ahead-counters.ts";
import { getRoute, postRoute } from "./route.ts";

/** How a client tells what is being typed, and learns what idle time was spent on. */
export const aheadRoutes = {
  /**
   * What stands unsent in a session's field: it may be read ahead of time, and is kept nowhere. `whole`: it came at once, and
   * its last word is not half typed.
   */
  typeDraft: postRoute(
    "/api/v1/sessions/:id/draft",
    z.strictObject({ text: z.string().max(200_000), whole: z.boolean().optional() }),
    z.object({ taken: z.literal(true) }),
  ),
  /** What idle time was spent on, and what it gained. */
  ahead: getRoute("/api/v1/ahead", AheadCounters),
} as const;
