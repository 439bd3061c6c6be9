import {
  type EventBody,
  type Failure,
  mostEscalations,
  type Op,
  type TurnEndReason,
  type TurnId,
} from "@kestrel/protocol";
import type { ModelFacts, ModelTraits } from "@kestrel/protocol/api";
import { contextLedger, isEscalated, replyReserve, type SessionState } from "@kestrel/session-state";
import { untilCancelled } from "../cancel/cancellation.ts";
import { failedChecks } from "../completion/verification.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { render } from "../context/render.ts";
import { passOver, unlessFault } from "../diagnostics/report-unexpected.ts";
import { KestrelError } from "../errors.ts";
import type { TurnSoFar } from "../loop-detection/turn-so-far.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { ReplyKnowledge } from "./land-reply.ts";
import type { TurnParts } from "./turn-parts.ts";

/** What one step works with: the turn's parts and the model that answers. */
export type StepParts = TurnParts & {
  /** Facts about that model. Undefined when its server could not report them. */
  facts: ModelFacts | undefined;
  /** Its traits. Empty when nothing is known. */
  traits: ModelTraits;
  /** Whether the larger model has taken over. */
  escalated: boolean;
  /** The engine that answers the agent's own requests. */
  run: unknown;
};

/** Returns `before` unless another model takes over or was loaded. */
export async function stepParts(turn: TurnParts, before: StepParts | undefined): Promise<StepParts> {
  const run = turn.agent.backend.run?.();
  if (before?.escalated === isEscalated(turn.journal.state) && before.run === run) return before;
  const backend = await whoSpeaks(turn);
  const escalated = isEscalated(turn.journal.state);
  const facts = await learnModel(backend, turn);
  return { ...turn, agent: { ...turn.agent, backend }, facts, traits: facts?.traits ?? {}, escalated, run };
}

/** What is needed to parse its replies. */
export function replyKnowledge({ agent, traits }: Pick<StepParts, "agent" | "traits">): ReplyKnowledge {
  const reads = agent.tools.flatMap(({ spec, effect }) => (effect === "read" ? [spec.name] : []));
  return { reads, grammar: traits.grammar };
}

/** Queries the loaded model, and logs a new window. A server that cannot report it changes nothing. */
export async function learnModel(
  backend: Pick<ModelBackend, "facts">,
  { agent, journal, cancel }: Pick<TurnParts, "agent" | "journal" | "cancel">,
): Promise<ModelFacts | undefined> {
  const facts = await untilCancelled(backend.facts().catch(passOver(agent.host, "asking the model")), cancel);
  if (facts?.window === undefined) return facts;
  const { window } = facts;
  const { overruled } = journal.state;
  if (window === journal.state.window) return facts;
  // A refusal's number is more reliable than the server's report. A window smaller than what it processed is invalid: older versions
  // misread other numbers of a refusal.
  if (overruled?.told === window && !readMoreThanWindow(journal.state, facts)) return facts;
  const used = estimatePrompt(render(journal.state));
  await journal.append({ type: "context.measured", used, window, source: "estimate" });
  return facts;
}

function readMoreThanWindow(
  { window = 0, timeline }: SessionState,
  facts: Pick<ModelFacts, "label" | "instance">,
): boolean {
  for (const entry of timeline.backwards())
    if (entry.kind === "reply" && entry.model === facts.label && entry.instance === facts.instance)
      if ((entry.usage?.prompt ?? 0) > window) return true;
  return false;
}

/**
 * The model of a turn's next steps: the larger one when the user accepted it, else the main one. Both get the same prompt: nothing
 * is compacted for the larger one. If its window is too small, or it fails before its first token, the main model answers for the
 * rest of the turn.
 */
async function whoSpeaks({
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
  if (window !== undefined && contextLedger(journal.state).used + replyReserve(window) > window) {
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
type EscalationParts = {
  agent: AgentParts;
  journal: { readonly state: SessionState; append(...events: EventBody[]): Promise<unknown> };
  turnId: TurnId;
};
