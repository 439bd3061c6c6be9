import type { CrewJob } from "@kestrel/protocol";
import type { CrewRole } from "@kestrel/protocol/api";
import type { CrewJobEntry } from "../session-state.ts";

/** The sum of several jobs. A value that no job reported is absent, never zero. */
export type CrewSum = {
  jobs: number;
  used: number;
  /** Unused, too late, failed or stopped. */
  inVain: number;
  tokensIn?: number;
  tokensOut?: number;
  durationMs: number;
  savedTokens?: number;
  savedMs?: number;
};

/** The jobs of one role, under its model's latest name: before its server answered it may have had another. */
type CrewMemberSum = CrewSum & { role: CrewRole; model: string; kinds: readonly CrewJob["kind"][] };

export type CrewSums = { all: CrewSum; members: readonly CrewMemberSum[] };

const nothing: CrewSum = { jobs: 0, used: 0, inVain: 0, durationMs: 0 };

/** The jobs of the models beside the main one: the total, and a sum for each role in the order of first jobs. */
export function crewSums(jobs: Iterable<CrewJobEntry>): CrewSums {
  let all = nothing;
  const members = new Map<CrewRole, CrewMemberSum>();
  for (const job of jobs) {
    const { role, model, kind } = job;
    all = added(all, job);
    const before = members.get(role) ?? { ...nothing, role, model, kinds: [] };
    const kinds = before.kinds.includes(kind) ? before.kinds : [...before.kinds, kind];
    members.set(role, { ...before, ...added(before, job), model, kinds });
  }
  return { all, members: [...members.values()] };
}

const measured = ["tokensIn", "tokensOut", "savedTokens", "savedMs"] as const;

/** A log may contain any number: the sum stays a safe integer. */
const bounded = (sum: number) => Math.min(sum, Number.MAX_SAFE_INTEGER);

function added(sum: CrewSum, job: CrewJobEntry): CrewSum {
  const next = {
    ...sum,
    jobs: sum.jobs + 1,
    used: sum.used + Number(job.used),
    inVain: sum.inVain + Number(job.outcome !== "done"),
    durationMs: bounded(sum.durationMs + job.durationMs),
  };
  for (const name of measured) {
    const more = job[name];
    if (more !== undefined) next[name] = bounded((sum[name] ?? 0) + more);
  }
  return next;
}
