import type { ModelFacts, ModelTraits } from "@kestrel/protocol/api";
import { isEscalated, type SessionState } from "@kestrel/session-state";
import { untilCancelled } from "../cancel/cancellation.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { render } from "../context/render.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import { whoSpeaks } from "../escalation/larger-model.ts";
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
