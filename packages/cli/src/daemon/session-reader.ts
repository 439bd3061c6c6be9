import type { RemovedSession, SessionEvent, SessionId, SessionSummary } from "@kestrel/protocol";
import type { Connection } from "./join-or-start.ts";
import { sessionsByAge } from "./pick-session.ts";

/** What is only read of sessions. */
export type SessionReader = {
  /** The one that changed last first. */
  all(): Promise<SessionSummary[]>;
  /** Those put aside, the latest first. */
  removed(): Promise<readonly RemovedSession[]>;
  events(id: SessionId): Promise<readonly SessionEvent[]>;
};

/** Reads what the daemon knows. */
export function readerOf({ client }: Pick<Connection, "client">): SessionReader {
  return {
    all: () => sessionsByAge(client),
    removed: async () => (await client.call("listRemovedSessions")).removed,
    events: async (id) => (await client.call("readLog", { params: { id } })).events,
  };
}
