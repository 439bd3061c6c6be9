import type { CrewJob } from "@kestrel/protocol";
import { Sequence } from "../sequence.ts";
import type { CrewJobEntry, SessionState } from "../session-state.ts";

export function foldCrewJob(state: SessionState, { type: _, ...job }: CrewJob, at: string): SessionState {
  const jobs = state.crewJobs ?? Sequence.empty<CrewJobEntry>();
  // A log may contain any duration: the displayed one stays a number that fits a line.
  const durationMs = Math.min(job.durationMs, Number.MAX_SAFE_INTEGER);
  return { ...state, crewJobs: jobs.append({ ...job, durationMs, at }) };
}
