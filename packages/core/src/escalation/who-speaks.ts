import { type Failure, isEscalated } from "@kestrel/protocol";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { EscalationParts } from "./escalation-parts.ts";

/**
 * The parts of a turn with whoever speaks in its next step: the larger model where that was accepted, else the lead. The prompt
 * is the same for both. One that fails before its first word is left for the rest of the turn, and the lead answers.
 */
export function whoSpeaks<Parts extends EscalationParts>(parts: Parts): Parts {
  const { agent, journal, turnId } = parts;
  const larger = isEscalated(journal.state) ? agent.crew?.member("larger", journal.state) : undefined;
  if (!larger) return parts;
  const left = (failure: Failure) => journal.append({ type: "escalation.ended", turnId, failure });
  return { ...parts, agent: { ...agent, backend: orTheLead(larger.backend, agent.backend, left) } };
}

function orTheLead(
  larger: ModelBackend,
  lead: ModelBackend,
  left: (failure: Failure) => Promise<unknown>,
): ModelBackend {
  return {
    facts: () => larger.facts().catch(() => lead.facts()),
    countTokens: (prompt) => larger.countTokens(prompt).catch(() => undefined),
    countTexts: async (texts) => larger.countTexts?.(texts).catch(() => undefined),
    renderPrompt: async (prompt) => larger.renderPrompt?.(prompt).catch(() => undefined),
    release: (session) => lead.release?.(session),
    endReasoning: async () => (await larger.endReasoning?.()) ?? false,
    async *reply(prompt, request, cancel) {
      let spoke = false;
      for await (const chunk of larger.reply(prompt, request, cancel)) {
        if (chunk.kind === "failed" && !spoke && !cancel.aborted) {
          await left(chunk.failure);
          yield* lead.reply(prompt, request, cancel);
          return;
        }
        spoke ||= chunk.kind !== "progress";
        yield chunk;
      }
    },
  };
}
