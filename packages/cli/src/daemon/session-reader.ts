import type { SessionReader } from "@kestrel/app/sessions";
import type { Connection } from "./join-or-start.ts";
import { sessionsByAge } from "./pick-session.ts";

/** Reads sessions from the daemon. */
export function readerOf({ client }: Pick<Connection, "client">): SessionReader {
  return {
    all: () => sessionsByAge(client),
    removed: async () => (await client.call("listRemovedSessions")).removed,
    events: async (id) => (await client.call("readLog", { params: { id } })).events,
  };
}
