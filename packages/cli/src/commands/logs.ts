import { diagnosticsHere } from "@kestrel/app/diagnostics";
import type { DiagnosticEntry } from "@kestrel/protocol/api";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { placesInSources } from "../machine/places-in-sources.ts";
import { untilAskedToStop } from "../machine/until-asked-to-stop.ts";
import { diagnosticLines } from "../session-lines/diagnostic-lines.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** Entries shown unless one is named. */
const shown = 20;

/** `kestrel logs [ID] [-f] [--session ID] [--json]`: Kestrel's internal failures, with their stacks. Reads the file; needs no daemon. */
export async function logs({ words, flags, say }: CommandInput): Promise<ExitCode> {
  const [id] = words;
  const here = diagnosticsHere();
  const wanted = { id, sessionId: flags.session };
  const show = async (entry: DiagnosticEntry) => {
    // Positions of another build refer to a file that is gone.
    const readable = entry.stack !== undefined && entry.build === here.build;
    const told = readable ? { ...entry, stack: await placesInSources(entry.stack ?? "") } : entry;
    if (flags.json) printJson(told);
    else print(diagnosticLines(told, say).join("\n"));
  };
  if (flags.follow) {
    const stop = new AbortController();
    void untilAskedToStop().then(() => stop.abort());
    for await (const entry of here.follow(shown, wanted, stop.signal)) await show(entry);
    return exitCodes.done;
  }
  const entries = await here.entries(shown, wanted);
  for (const entry of entries) await show(entry);
  if (entries.length > 0) return exitCodes.done;
  const { file } = here;
  printAside(id === undefined ? say("logs.none", { file }) : say("logs.noSuch", { id, file }));
  return id === undefined ? exitCodes.done : exitCodes.failed;
}
