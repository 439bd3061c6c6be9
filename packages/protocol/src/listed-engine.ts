import { z } from "zod";
import { CrewRole, CrewSeat } from "./loadout.ts";
import { EngineStatus } from "./model-facts.ts";
import { ModelOrigin } from "./model-origin.ts";
import { askRoute, getRoute } from "./route.ts";

/** An engine of the daemon: the main one, or one beside it. */
export const ListedEngine = z.object({
  /** `lead`, or a short name that stays the same for the same seat or model. */
  id: z.string(),
  /** Its roles in loadouts; empty for the main one, and for a model that the user loaded beside it. */
  roles: z.array(CrewRole),
  status: EngineStatus,
  /** The origin of a model that the user loaded beside the main one: sessions can use it. */
  from: ModelOrigin.optional(),
  /** It waits until enough memory is free. */
  waits: z.boolean(),
  /** Estimated memory in bytes. Only for an engine that Kestrel starts, once it was requested. */
  need: z.int().nonnegative().optional(),
});
export type ListedEngine = z.infer<typeof ListedEngine>;

/**
 * Why a seat stays empty although a loadout names the lead's own model for it. `one_slot`: the server's only slot is the conversation's.
 * `slots_shared`: its slots share one cache. `too_small`: the model is too small for other work. `no_embeddings`: it cannot embed text.
 * `not_ready`: it is not loaded yet. `place_unaccepted`, for any model: no loadout of this machine names its endpoint or file.
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
  /** The lead's engine first, then those that a session or the user asked for since the start. `available`: bytes the system could give now. */
  listEngines: getRoute(
    "/api/v1/engines",
    z.object({ engines: z.array(ListedEngine), available: z.int().nonnegative().optional() }),
  ),
} as const;
