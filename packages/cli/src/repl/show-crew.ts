import { crewLines } from "../session-lines/crew-lines.ts";
import type { Desk } from "./do-slash-command.ts";

/** `/crew` says what the models beside the lead did in this session. */
export function showCrew({ dialogue, surface, say }: Desk): void {
  const { state } = dialogue;
  if (!state) return void surface.print(say("repl.noSession"));
  const jobs = [...(state.crewJobs ?? [])];
  const crewed = jobs.length > 0 || (state.loadout?.crew?.length ?? 0) > 0;
  surface.print(crewed ? crewLines(jobs, say).join("\n") : say("crew.none"));
}
