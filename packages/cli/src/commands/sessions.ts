import { readerOfFolder, type SessionReader } from "@kestrel/app/sessions";
import type { SessionEvent } from "@kestrel/protocol";
import { askSession } from "@kestrel/server/client";
import { contextLedger, emptySession, evolve, laidReady, tierAccount } from "@kestrel/session-state";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { sessionCalled } from "../daemon/pick-session.ts";
import { readerOf } from "../daemon/session-reader.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { exported } from "../export/exported.ts";
import { imported } from "../export/imported.ts";
import { failureOf } from "../failure-of.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { cacheLines } from "../session-lines/cache-lines.ts";
import { cacheReport } from "../session-lines/cache-report.ts";
import { contextLines } from "../session-lines/context-lines.ts";
import { foundLines } from "../session-lines/found-lines.ts";
import { marks } from "../session-lines/mark-session.ts";
import { removedTable, sessionTable } from "../session-lines/session-table.ts";
import { transcriptLines } from "../session-lines/transcript-lines.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import { paintFor } from "../terminal/style.ts";
import type { CommandInput } from "./command.ts";

/** Longest search. UTF-16 units. */
const longestWish = 1_000;

/** Verbs that only read: they need no daemon. */
const reading = ["list", "show", "context", "cache"];

/** `kestrel sessions`: the sessions on this machine. */
export async function sessions({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const [id = "", ...more] = words;
  const connection = await joinOrStart({ flags, say }).catch((error: unknown) => {
    const { code, params } = failureOf(error);
    if (code !== "data_folder_unwritable" || !reading.includes(verb)) throw error;
    printAside(say("notice.data_unwritable", params));
    return undefined;
  });
  try {
    const reader = connection ? readerOf(connection) : readerOfFolder();
    if (verb === "list") return await listed(reader, { flags, say });
    if (connection && verb === "search") return await searched(connection.client, words, { flags, say });
    if (connection && verb === "import") return await imported(connection.client, id, say);
    if (connection && verb === "restore") {
      const { session } = await connection.client.call("restoreSession", { params: { id }, body: {} });
      print(say("sessions.restored", { id: session.id }));
      return exitCodes.done;
    }
    const session = sessionCalled(await reader.all(), id);
    if (connection && verb === "remove") {
      await connection.client.call("removeSession", { params: { id: session.id }, body: {} });
      print(say("sessions.removed", { id: session.id }));
      return exitCodes.done;
    }
    const mark = marks[verb];
    if (connection && mark) {
      await askSession(connection.client, session.id, mark(session, more));
      print(say("sessions.marked", { id: session.id }));
      return exitCodes.done;
    }
    if (connection && verb === "export") return await exported(connection.client, session.id, { flags, say });
    const shown = shownAs(verb, await reader.events(session.id));
    if (flags.json) printJson({ schema: schemaVersion, session, ...shown.json });
    else print(shown.lines(say).join("\n"));
    return exitCodes.done;
  } finally {
    await connection?.close("as-found");
  }
}

async function listed(
  reader: SessionReader,
  { flags, say }: Pick<CommandInput, "flags" | "say">,
): Promise<ExitCode> {
  const { columns } = process.stdout;
  const look = { say, columns, home: process.env.HOME };
  if (flags.deleted) {
    const removed = await reader.removed();
    if (flags.json) printJson({ schema: schemaVersion, removed });
    else if (removed.length === 0) print(say("sessions.noneDeleted"));
    else print([...removedTable(removed, look), "", say("sessions.howRestored")].join("\n"));
    return exitCodes.done;
  }
  const all = (await reader.all()).filter(
    ({ marks }) => (marks?.archived ?? false) === (flags.archived ?? false),
  );
  if (flags.json) printJson({ schema: schemaVersion, sessions: all });
  else
    print(
      all.length === 0
        ? say(flags.archived ? "sessions.noneArchived" : "sessions.none")
        : sessionTable(all, look).join("\n"),
    );
  return exitCodes.done;
}

/** An argument with blanks is searched as a phrase. Waits for an index that is being built. */
async function searched(
  client: Connection["client"],
  words: readonly string[],
  { flags, say }: Pick<CommandInput, "flags" | "say">,
): Promise<ExitCode> {
  const wish = words.map((word) => (/\s/.test(word) ? `"${word.replaceAll('"', " ")}"` : word)).join(" ");
  const ask = () => client.call("searchSessions", { body: { words: wish.slice(0, longestWish) } });
  let answer = await ask();
  for (let told = 0; answer.indexed && answer.searched < answer.of; answer = await ask()) {
    const tenth = Math.floor((answer.searched / answer.of) * 10);
    if (tenth > told && process.stderr.isTTY) printAside(say("search.progress", answer));
    told = Math.max(told, tenth);
  }
  const { columns } = process.stdout;
  const look = { say, columns, home: process.env.HOME, paint: paintFor(process.stdout, process.env) };
  if (flags.json) printJson({ schema: schemaVersion, ...answer });
  else print(foundLines(answer, look).join("\n"));
  return exitCodes.done;
}

type Shown = { json: object; lines(say: CommandInput["say"]): string[] };

/** One session, in the form of the action. */
function shownAs(action: string, events: readonly SessionEvent[]): Shown {
  const state = () => events.reduce(evolve, emptySession);
  const { columns } = process.stdout;
  switch (action) {
    case "context": {
      return {
        json: {
          context: { ...contextLedger(state()), tiers: tierAccount(state()), laidReady: laidReady(state()) },
        },
        lines: (say) => contextLines(state(), say, { columns }),
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
