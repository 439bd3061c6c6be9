import { type Failure, isEscalated } from "@kestrel/protocol";
import { untilCancelled } from "../cancel/until-cancelled.ts";
import { neededTokens, replyReserve } from "../context/context-ledger.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { EscalationParts } from "./escalation-parts.ts";
import { insteadOfLead } from "./instead-of-lead.ts";

/**
 * The parts of a turn with whoever speaks in its next steps: the larger model where that was accepted, else the lead. The prompt
 * is the same for both: no room is made for the larger one. One whose window does not hold the conversation, or that fails
 * before its first word, is left for the rest of the turn, and the lead answers.
 */
export async function whoSpeaks<Parts extends EscalationParts & { cancel: CancelSignal }>(
  parts: Parts,
): Promise<Parts> {
  const { agent, journal, turnId, cancel } = parts;
  const larger = isEscalated(journal.state) ? agent.crew?.member("larger", journal.state) : undefined;
  if (!larger) return parts;
  const left = (failure: Failure) => journal.append({ type: "escalation.ended", turnId, failure });
  const { backend } = larger;
  const facts = await untilCancelled(
    backend.facts().catch(() => undefined),
    cancel,
  );
  const window = facts?.window;
  if (window !== undefined && neededTokens(journal.state).tokens + replyReserve(window) > window) {
    await left({ code: "context_overflow" });
    return parts;
  }
  return { ...parts, agent: { ...agent, backend: insteadOfLead(backend, agent.backend, left) } };
}
