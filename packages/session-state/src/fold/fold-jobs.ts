import type { EventOf, JobEntry } from "@kestrel/protocol";
import type { SessionState } from "../session-state.ts";

/** Most jobs; older ended ones are dropped and remain in the log. */
const mostKept = 32;

/** The state with a job that began or ended. */
export function foldJob(
  state: SessionState,
  body: EventOf<"job.started"> | EventOf<"job.ended">,
  at: string,
): SessionState {
  const { jobs = [] } = state;
  if (body.type === "job.started") {
    const { job, command } = body;
    return { ...state, jobs: kept([...jobs, { job, command, startedAt: at }]) };
  }
  const { job, end: kind, exitCode, report } = body;
  const end = { kind, at, ...(exitCode !== undefined && { exitCode }), ...(report && { report }) };
  return { ...state, jobs: jobs.map((one) => (one.job === job && !one.end ? { ...one, end } : one)) };
}

function kept(jobs: readonly JobEntry[]): readonly JobEntry[] {
  const over = jobs.length - mostKept;
  if (over <= 0) return jobs;
  const ended = new Set(jobs.filter(({ end }) => end).slice(0, over));
  return jobs.filter((job) => !ended.has(job));
}

/** The jobs that have not ended. */
export function runningJobs({ jobs = [] }: Pick<SessionState, "jobs">): readonly JobEntry[] {
  return jobs.filter(({ end }) => end === undefined);
}
