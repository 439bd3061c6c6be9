import { type AgentParts, type HelperDefinition, insteadOfLead, type ModelBackend } from "@kestrel/core";
import type { SessionState } from "@kestrel/session-state";

/** The agent of one helper. `over` gives its session back to people: from then on it asks as every session does. */
export type HelperAgent = {
  /** `backend`: the asking session's model, where that is not the main one. */
  agentFor(asker: SessionState, backend?: ModelBackend): AgentParts;
  allow(steps: number): void;
  over(): void;
};

/** The agent of a helper: the same tools and rules, but it cannot ask the user. It has no early calls and no idle compaction. */
export function helperAgent(whole: AgentParts, { steps, hint }: HelperDefinition): HelperAgent {
  const limits = { ...whole.limits, maxSteps: steps };
  let alone = true;
  const { gate, stages } = whole.hooks ?? {};
  const { earlyCalls: _, mayCompactIdle: __, catalog: ___, library: ____, jobs: _____, ...agent } = whole;
  return {
    agentFor: (asker, backend = whole.backend) => ({
      ...agent,
      backend: speakerFor({ ...whole, backend }, asker, hint),
      limits,
      hooks: {
        stages,
        gate: async (call, decision, assessment, where) => {
          const told = (await gate?.(call, decision, assessment, where)) ?? decision;
          return alone && told.kind === "ask" ? { kind: "deny", reason: nobodyThere } : told;
        },
      },
    }),
    allow: (most) => {
      limits.maxSteps = most;
    },
    over: () => {
      alone = false;
      limits.maxSteps = whole.limits.maxSteps;
    },
  };
}

/** The crew member that the helper's file names. Falls back to the asking session's model without one, or when it cannot answer. */
function speakerFor({ backend, crew }: AgentParts, asker: SessionState, hint: HelperDefinition["hint"]) {
  const member = hint && crew?.member(hint, asker);
  return member ? insteadOfLead(member.backend, backend) : backend;
}

const nobodyThere = "this would ask the user, and a helper asks nobody. Do without it.";
