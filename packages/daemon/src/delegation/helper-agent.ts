import type { AgentParts, HelperDefinition } from "@kestrel/core";

/** The agent of one helper. `over` gives its session back to people: from then on it asks as every session does. */
export type HelperAgent = { agent: AgentParts; allow(steps: number): void; over(): void };

/** What a helper works with: the same tools under the same rules, and nobody to ask. Early calls and room made at rest are not for it. */
export function helperAgent(whole: AgentParts, { steps }: HelperDefinition): HelperAgent {
  const limits = { ...whole.limits, maxSteps: steps };
  let alone = true;
  const { calls, stages } = whole.hooks ?? {};
  const { earlyCalls: _, mayCompactIdle: __, catalog: ___, library: ____, jobs: _____, ...agent } = whole;
  return {
    agent: {
      ...agent,
      limits,
      hooks: {
        stages,
        calls: {
          ...calls,
          gate: async (call, decision, assessment) => {
            const told = (await calls?.gate?.(call, decision, assessment)) ?? decision;
            return alone && told.kind === "ask" ? { kind: "deny", reason: nobodyThere } : told;
          },
        },
      },
    },
    allow: (most) => {
      limits.maxSteps = most;
    },
    over: () => {
      alone = false;
      limits.maxSteps = whole.limits.maxSteps;
    },
  };
}

const nobodyThere = "this would ask the user, and a helper asks nobody. Do without it.";
