import { z } from "zod";
import { CrewRole, CrewSeat } from "./loadout.ts";
import { EngineStatus } from "./model-facts.ts";
import { askRoute, getRoute } from "./route.ts";

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

/**
 * Why a seat stays empty although a loadout names somebody for it: that is the lead's own model, and its server has `one_slot`,
 * the conversation's; or its `slots_shared` one cache; or it is `too_small` for other work; or it gives `no_embeddings`; or it is
 * `not_ready`, and nobody knows yet. `place_unaccepted`: something would leave for a place, or a file be started, that no loadout of this machine names.
 */
export const SeatRefusal = z.enum([
  "one_slot",
  "slots_shared",
  "too_small",
  "no_embeddings",
  "not_ready",
  "place_unaccepted",
]);
export type SeatRefusal = z.infer<typeof SeatRefusal>;

export const RefusedSeat = z.object({ role: CrewRole, why: SeatRefusal });
export type RefusedSeat = z.infer<typeof RefusedSeat>;

export const engineRoutes = {
  /** The seats of a crew that the lead in use leaves empty. Nothing is started for it. */
  refusedSeats: askRoute(
    "/api/v1/engines/seats",
    z.strictObject({ crew: z.array(CrewSeat).max(20) }),
    z.object({ refused: z.array(RefusedSeat) }),
  ),
  /** The lead's engine first, then those that a session asked for since the start. `available`: bytes the system could give now. */
  listEngines: getRoute(
    "/api/v1/engines",
    z.object({ engines: z.array(ListedEngine), available: z.int().nonnegative().optional() }),
  ),
} as const;
