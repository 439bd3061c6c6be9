import { type SayAny, seatSentences } from "@kestrel/i18n";
import { crewLines } from "../session-lines/crew-lines.ts";
import type { SlashContext } from "./slash-context.ts";

/** `/crew` lists the other models' work in this session, and the empty seats. */
export async function showCrew({ connection, dialogue, surface, say }: SlashContext): Promise<void> {
  const { state } = dialogue;
  if (!state) return void surface.tell(say("slash.noSession"));
  const jobs = [...(state.crewJobs ?? [])];
  const crew = state.loadout?.crew ?? [];
  const { refused } = await connection.client.call("refusedSeats", { body: { crew } });
  const crewed = jobs.length > 0 || crew.length > 0;
  const done = crewed ? crewLines(jobs, say) : [say("crew.none")];
  surface.tell([...done, ...seatSentences(crew, refused, say as SayAny)].join("\n"));
}
