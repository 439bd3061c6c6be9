import { type EventBody, mostEscalations, type Op, type TurnEndReason } from "@kestrel/protocol";
import { isEscalated, type SessionState } from "@kestrel/session-state";
import { failedChecks } from "../completion/verification.ts";
import { KestrelError } from "../errors.ts";
import type { TurnSoFar } from "../loop-detection/turn-so-far.ts";
import type { EscalationParts } from "./escalation-parts.ts";

/** So many checks fail one after the other, each after a change, before somebody else is thought of. */
const enoughFailures = 2;

/**
 * Offers that the larger model of the session's crew takes over, where the lead does not get on: never silently, once in a turn,
 * and only while there is something left of the session's three. Nothing waits for the answer.
 */
export async function offerLarger(
  { agent, journal, turnId }: EscalationParts,
  turn: TurnSoFar,
  ended?: TurnEndReason,
): Promise<void> {
  const { state } = journal;
  if (!mayOffer(state) || state.escalation?.offeredIn === turnId) return;
  const why =
    ended === "doom_loop" ? ended : failedChecks(turn.calls) >= enoughFailures ? "failed_checks" : undefined;
  const larger = why && agent.crew?.member("larger", state);
  if (!why || !larger) return;
  const offer = `x${(state.escalation?.offers ?? 0) + 1}`;
  await journal.append({ type: "escalation.offered", offer, turnId, why, model: larger.label });
}

/** Throws `not_found` where no such offer is open. */
export function escalationAnswered(
  state: SessionState,
  { offer, accepted, opId }: Op & { type: "answer-escalation" },
): EventBody {
  if (state.escalation?.open?.offer !== offer)
    throw new KestrelError("not_found", "no such offer is open", { words: offer });
  return { type: "escalation.answered", offer, accepted, opId };
}

/** A helper has nobody to ask. */
function mayOffer(state: SessionState): boolean {
  const { loadout, parent, escalation } = state;
  if (parent || !loadout?.crew?.some(({ role }) => role === "larger")) return false;
  return !escalation?.open && (escalation?.used ?? 0) < mostEscalations && !isEscalated(state);
}
