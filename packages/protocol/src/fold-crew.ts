import type { CrewJob } from "./crew.ts";
import { Sequence } from "./sequence.ts";
import type { CrewJobEntry, SessionState } from "./session-state.ts";

export function foldCrewJob(state: SessionState, { type: _, ...job }: CrewJob, at: string): SessionState {
  const jobs = state.crewJobs ?? Sequence.empty<CrewJobEntry>();
  return { ...state, crewJobs: jobs.append({ ...job, at }) };
}
