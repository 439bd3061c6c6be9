import {
  type EventBody,
  type Failure,
  mostEscalations,
  type Op,
  type TurnEndReason,
  type TurnId,
} from "@kestrel/protocol";
import { isEscalated, type SessionState } from "@kestrel/session-state";
import { untilCancelled } from "../cancel/cancellation.ts";
import { failedChecks } from "../completion/verification.ts";
import { neededTokens, replyReserve } from "../context/context-ledger.ts";
import { passOver, unlessFault } from "../diagnostics/report-unexpected.ts";
import { KestrelError } from "../errors.ts";
import type { TurnSoFar } from "../loop-detection/turn-so-far.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ModelBackend } from "../ports/model-backend.ts";

/**
 * The model of a turn's next steps: the larger one when the user accepted it, else the main one. Both get the same prompt: nothing
 * is compacted for the larger one. If its window is too small, or it fails before its first token, the main model answers for the
 * rest of the turn.
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
    backend.facts().catch(passOver(agent.host, "asking the larger model")),
    cancel,
  );
  const window = facts?.window;
  if (window !== undefined && neededTokens(journal.state).tokens + replyReserve(window) > window) {
    await left({ code: "context_overflow" });
    return lead;
  }
  return insteadOfLead(backend, lead, left);
}

/**
 * Replaces the main model for the same prompts. If the other one fails before its first token, that is reported and the main model
 * answers.
 */
export function insteadOfLead(
  other: ModelBackend,
  lead: ModelBackend,
  left: (failure: Failure) => Promise<unknown> = async () => undefined,
): ModelBackend {
  return {
    facts: () => other.facts().catch((error: unknown) => unlessFault(error) ?? lead.facts()),
    countTokens: (prompt) => other.countTokens(prompt).catch(unlessFault),
    countTexts: async (texts) => other.countTexts?.(texts).catch(unlessFault),
    renderPrompt: async (prompt) => other.renderPrompt?.(prompt).catch(unlessFault),
    release: (session) => {
      other.release?.(session);
      lead.release?.(session);
    },
    endReasoning: async () => (await other.endReasoning?.()) ?? false,
    async *reply(prompt, request, cancel) {
      let spoke = false;
      for await (const chunk of other.reply(prompt, request, cancel)) {
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

/** Checks that must fail in a row, each after a change, before the larger model is offered. */
const enoughFailures = 2;

/**
 * Offers the session's larger model when the main one makes no progress: at most once per turn, and three times per session. It never
 * switches silently, and nothing waits for the answer.
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

/** Throws `not_found` when no such offer is open. */
export function escalationAnswered(
  state: SessionState,
  { offer, accepted, opId }: Op & { type: "answer-escalation" },
): EventBody {
  if (state.escalation?.open?.offer !== offer)
    throw new KestrelError("not_found", "no such offer is open", { words: offer });
  return { type: "escalation.answered", offer, accepted, opId };
}

/** Whether an offer is possible. A subagent has no person to ask. */
function mayOffer(state: SessionState): boolean {
  const { loadout, parent, escalation } = state;
  if (parent || !loadout?.crew?.some(({ role }) => role === "larger")) return false;
  return !escalation?.open && (escalation?.used ?? 0) < mostEscalations && !isEscalated(state);
}

/** The parts of a turn that decide which model answers. */
export type EscalationParts = {
  agent: AgentParts;
  journal: { readonly state: SessionState; append(...events: EventBody[]): Promise<unknown> };
  turnId: TurnId;
};
