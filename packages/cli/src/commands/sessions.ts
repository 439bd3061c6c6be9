import {
  cacheReport,
  contextLedger,
  emptySession,
  evolve,
  type SessionEvent,
  type SessionSummary,
} from "@kestrel/protocol";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { sessionCalled, sessionsByAge } from "../daemon/pick-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { exported } from "../export/exported.ts";
import { schemaVersion } from "../run/run-result.ts";
import { cacheLines } from "../session-lines/cache-lines.ts";
import { contextLines } from "../session-lines/context-lines.ts";
import { sessionTable } from "../session-lines/session-table.ts";
import { transcriptLines } from "../session-lines/transcript-lines.ts";
import { print, printJson } from "../terminal/print.ts";
import { paintFor } from "../terminal/style.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel sessions list|show ID|context ID|cache ID|export ID|rm ID|restore ID`: what was talked about, on this machine. */
export async function sessions({ words, flags, say }: CommandInput): Promise<ExitCode> {
  const [action, id, ...more] = words;
  if (action === undefined) throw new UsageError(say("sessions.needsAction"));
  if (
    !["list", "ls", "show", "context", "cache", "export", "rm", "restore"].includes(action) ||
    more.length > 0 ||
    (action.startsWith("l") && id !== undefined)
  ) {
    throw new UsageError(say("command.unknown", { command: ["sessions", ...words].join(" ") }));
  }
  if (!action.startsWith("l") && id === undefined) throw new UsageError(say("sessions.needsId", { action }));
  const connection = await joinOrStart({ flags, say });
  try {
    const { client } = connection;
    if (action === "restore" && id !== undefined) {
      const { session } = await client.call("restoreSession", { params: { id }, body: {} });
      print(say("sessions.restored", { id: session.id }));
      return exitCodes.done;
    }
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
    if (action === "export") return await exported(client, session.id, { flags, say });
    const { events } = await client.call("readLog", { params: { id: session.id } });
    const shown = shownAs(action, events);
    if (flags.json) printJson({ schema: schemaVersion, session, ...shown.json });
    else print(shown.lines(say).join("\n"));
    return exitCodes.done;
  } finally {
    await connection.close();
  }
}

type Shown = { json: object; lines(say: CommandInput["say"]): string[] };

/** One session, as the action shows it. */
function shownAs(action: string, events: readonly SessionEvent[]): Shown {
  const state = () => events.reduce(evolve, emptySession);
  const { columns } = process.stdout;
  switch (action) {
    case "context": {
      return {
        json: { context: contextLedger(state()) },
        lines: (say) => contextLines(state(), say, columns),
      };
    }
    case "cache":
      return { json: { cache: cacheReport(state()) }, lines: (say) => cacheLines(state(), say, columns) };
    default: {
      const paint = paintFor(process.stdout, process.env);
      return { json: { events }, lines: (say) => transcriptLines(events, say, paint) };
    }
  }
}

function listing(all: readonly SessionSummary[], say: CommandInput["say"]): string {
  if (all.length === 0) return say("sessions.none");
  return sessionTable(all, { say, columns: process.stdout.columns, home: process.env.HOME }).join("\n");
}
