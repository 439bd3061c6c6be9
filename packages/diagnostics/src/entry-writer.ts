import type { DiagnosticEntry } from "@kestrel/protocol/api";
import { pino } from "pino";
import type { BoundedFile } from "./bounded-file.ts";

/** Writes entries as lines of JSON. The stream is the file itself: none of the library's own threads, and no buffer that a crash would lose. */
export function entryWriter(file: BoundedFile): (entry: DiagnosticEntry) => void {
  const lines = pino(
    {
      base: null,
      // Which levels are kept is decided before; the time is that of the failure.
      level: "trace",
      timestamp: false,
      messageKey: "message",
      formatters: { level: (level) => ({ level }) },
    },
    file,
  );
  return ({ level, message, ...facts }) => lines[level](facts, message);
}
