import { type Failure, isEscalated } from "@kestrel/protocol";
import type { EscalationParts } from "./escalation-parts.ts";
import { insteadOfLead } from "./instead-of-lead.ts";

/**
 * The parts of a turn with whoever speaks in its next step: the larger model where that was accepted, else the lead. The prompt
 * is the same for both. One that fails before its first word is left for the rest of the turn, and the lead answers.
 */
export function whoSpeaks<Parts extends EscalationParts>(parts: Parts): Parts {
  const { agent, journal, turnId } = parts;
  const larger = isEscalated(journal.state) ? agent.crew?.member("larger", journal.state) : undefined;
  if (!larger) return parts;
  const left = (failure: Failure) => journal.append({ type: "escalation.ended", turnId, failure });
  return { ...parts, agent: { ...agent, backend: insteadOfLead(larger.backend, agent.backend, left) } };
}
