import { z } from "zod";
import { CrewRole } from "./loadout.ts";
import { EngineStatus } from "./model-facts.ts";
import { getRoute } from "./route.ts";

/** An engine of the daemon: the lead's, or one beside it. */
export const ListedEngine = z.object({
  /** `lead`, or a short name that stays the same for the same seat. */
  id: z.string(),
  /** What it is there for; none is the lead's. */
  roles: z.array(CrewRole),
  status: EngineStatus,
  /** It stands in line for memory. */
  waits: z.boolean(),
  /** Bytes that it is reckoned to take; only for one that Kestrel starts, once somebody asked for it. */
  need: z.int().nonnegative().optional(),
});
export type ListedEngine = z.infer<typeof ListedEngine>;

export const engineRoutes = {
  /** The lead's engine first, then those that a session asked for since the start. `available`: bytes the system could give now. */
  listEngines: getRoute(
    "/api/v1/engines",
    z.object({ engines: z.array(ListedEngine), available: z.int().nonnegative().optional() }),
  ),
} as const;
