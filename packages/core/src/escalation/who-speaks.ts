import type { Failure } from "@kestrel/protocol";
import { isEscalated } from "@kestrel/session-state";
import { untilCancelled } from "../cancel/until-cancelled.ts";
import { neededTokens, replyReserve } from "../context/context-ledger.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { EscalationParts } from "./escalation-parts.ts";
import { insteadOfLead } from "./instead-of-lead.ts";

/**
 * Who speaks in the next steps of a turn: the larger model where that was accepted, else the lead. The prompt
 * is the same for both: no room is made for the larger one. One whose window does not hold the conversation, or that fails
 * before its first word, is left for the rest of the turn, and the lead answers.
 */
export async function whoSpeaks({
  agent,
  journal,
  turnId,
  cancel,
}: EscalationParts & { cancel: CancelSignal }): Promise<ModelBackend> {
  const lead = agent.backend;
  const larger = isEscalated(journal.state) ? agent.crew?.member("larger", journal.state) : undefined;
  if (!larger) return lead;
  const left = (failure: Failure) => journal.append({ type: "escalation.ended", turnId, failure });
  const { backend } = larger;
  const facts = await untilCancelled(
    backend.facts().catch(() => undefined),
    cancel,
  );
  const window = facts?.window;
  if (window !== undefined && neededTokens(journal.state).tokens + replyReserve(window) > window) {
    await left({ code: "context_overflow" });
    return lead;
  }
  return insteadOfLead(backend, lead, left);
}
