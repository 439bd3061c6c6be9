import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { dataPaths, jsonlArchive, listLogs, readLog } from "@kestrel/store";
import type { SessionReader } from "./daemon/session-reader.ts";

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
