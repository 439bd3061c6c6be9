import { z } from "zod";
import { Failure } from "./error-code.ts";
import { OpId, TurnId } from "./ids.ts";

/** So often in one session a larger model takes a turn over. */
export const mostEscalations = 3;

/** A rule saw that the lead does not get on; the person decides. */
export const EscalationOffered = z.object({
  type: z.literal("escalation.offered"),
  /** `x1`, `x2`, … in their order. */
  offer: z.string(),
  turnId: TurnId,
  why: z.enum(["failed_checks", "doom_loop"]),
  /** The label of the larger model. */
  model: z.string(),
});

/** Once accepted, it generates from the next step to the end of the turn; between turns, in the next one. */
export const EscalationAnswered = z.object({
  type: z.literal("escalation.answered"),
  offer: z.string(),
  accepted: z.boolean(),
  opId: OpId.optional(),
});

/** The larger model could not answer: the main model generates again before the turn is over. */
export const EscalationEnded = z.object({
  type: z.literal("escalation.ended"),
  turnId: TurnId,
  failure: Failure,
});

type Offer = Omit<z.infer<typeof EscalationOffered>, "type">;

/** The offers of a session, and the accepted one. */
export type Escalation = {
  /** Offers so far, and how many of them were accepted. */
  offers: number;
  used: number;
  /** Waits for an answer. */
  open?: Offer;
  /** The newest one was made in this turn. */
  offeredIn: TurnId;
  /** The number of the turn in which the larger model is used. */
  turn?: number;
};
