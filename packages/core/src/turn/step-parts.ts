import type { ModelFacts } from "@kestrel/protocol/api";
import { isEscalated } from "@kestrel/session-state";
import { whoSpeaks } from "../escalation/who-speaks.ts";
import { learnModel } from "./learn-model.ts";
import type { TurnParts } from "./turn-parts.ts";

/** What one step works with: the turn's parts with whoever speaks in it. */
export type StepParts = TurnParts & {
  /** What is known of who speaks; undefined where their server could not tell. */
  facts: ModelFacts | undefined;
  /** Whether the larger model has taken over. */
  escalated: boolean;
};

/** Those of the step before hold as long as nobody else takes over. */
export async function stepParts(turn: TurnParts, before: StepParts | undefined): Promise<StepParts> {
  if (before?.escalated === isEscalated(turn.journal.state)) return before;
  const backend = await whoSpeaks(turn);
  const escalated = isEscalated(turn.journal.state);
  const facts = await learnModel(backend, turn);
  return { ...turn, agent: { ...turn.agent, backend }, facts, folds: facts?.demo, escalated };
}
