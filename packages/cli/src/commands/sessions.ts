import type { SessionSummary } from "@kestrel/protocol";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { sessionCalled, sessionsByAge } from "../daemon/pick-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { schemaVersion } from "../run/run-result.ts";
import { sessionTable } from "../session-lines/session-table.ts";
import { transcriptLines } from "../session-lines/transcript-lines.ts";
import { print, printJson } from "../terminal/print.ts";
import { paintFor } from "../terminal/style.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel sessions list|show ID|rm ID`: what was talked about, on this machine. */
export async function sessions({ words, flags, say }: CommandInput): Promise<ExitCode> {
  const [action, id, ...more] = words;
  if (action === undefined) throw new UsageError(say("sessions.needsAction"));
  if (
    !["list", "ls", "show", "rm"].includes(action) ||
    more.length > 0 ||
    (action.startsWith("l") && id !== undefined)
  ) {
    throw new UsageError(say("command.unknown", { command: ["sessions", ...words].join(" ") }));
  }
  if (!action.startsWith("l") && id === undefined) throw new UsageError(say("sessions.needsId", { action }));
  const connection = await joinOrStart({ flags, say });
  try {
    const { client } = connection;
    const all = await sessionsByAge(client);
    if (id === undefined) {
      if (flags.json) printJson({ schema: schemaVersion, sessions: all });
      else print(listing(all, say));
      return exitCodes.done;
    }
    const session = sessionCalled(all, id);
    if (action === "rm") {
      await client.call("removeSession", { params: { id: session.id }, body: {} });
      print(say("sessions.removed", { id: session.id }));
      return exitCodes.done;
    }
    const { events } = await client.call("readLog", { params: { id: session.id } });
    if (flags.json) printJson({ schema: schemaVersion, session, events });
    else print(transcriptLines(events, say, paintFor(process.stdout, process.env)).join("\n"));
    return exitCodes.done;
  } finally {
    await connection.close();
  }
}

function listing(all: readonly SessionSummary[], say: CommandInput["say"]): string {
  if (all.length === 0) return say("sessions.none");
  return sessionTable(all, { say, columns: process.stdout.columns, home: process.env.HOME }).join("\n");
}
