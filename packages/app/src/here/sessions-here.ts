import { join } from "node:path";
import type { RemovedSession, SessionEvent, SessionId, SessionSummary } from "@kestrel/protocol";
import { dataPaths, jsonlArchive, listLogs, readLog } from "@kestrel/store";

/** Read-only access to sessions. */
export type SessionReader = {
  /** Last changed first. */
  all(): Promise<SessionSummary[]>;
  /** Those put aside, the latest first. */
  removed(): Promise<readonly RemovedSession[]>;
  events(id: SessionId): Promise<readonly SessionEvent[]>;
};

/** Reads the data folder itself: for a disk that takes nothing, where no daemon can start. */
export function readerOfFolder(): SessionReader {
  const paths = dataPaths(process.env);
  return {
    all: () => listLogs(paths),
    removed: () => jsonlArchive(paths).removed(),
    async events(id) {
      const events: SessionEvent[] = [];
      for await (const event of readLog(join(paths.sessions, `${id}.jsonl`))) events.push(event);
      return events;
    },
  };
}
