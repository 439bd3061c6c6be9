import { open } from "node:fs/promises";
import type { SessionEvent } from "@kestrel/protocol";
import { readLine } from "./log-line.ts";
import { lastWholeLine, readLines } from "./read-lines.ts";
import type { Damage } from "./stored-log.ts";

/** Where to read, and whom to tell what was met on the way. Offsets are bytes. */
export type LogStretch = {
  after?: number;
  /** Where to begin; a line must begin there. */
  start?: number;
  /** Where to stop; absent: after the last whole line. */
  end?: number;
  met?(line: { seq: number; offset: number }): void;
  /** Called once, when everything was read. */
  done?(damage: Damage): void;
};

/** The events stored in a file, in its order, without changing it. Newer and broken lines are passed over. */
export async function* readLog(file: string, stretch: LogStretch = {}): AsyncGenerator<SessionEvent> {
  const { after = 0, start = 0, met, done } = stretch;
  const handle = await open(file, "r");
  try {
    const end = stretch.end ?? (await lastWholeLine(handle, (await handle.stat()).size));
    let broken = 0;
    let readable = 0;
    let highest = 0;
    for await (const lines of readLines(handle, start, end)) {
      for (const { offset, bytes } of lines) {
        const line = readLine(bytes);
        if (line.kind === "damaged") {
          broken++;
          continue;
        }
        const seq = line.kind === "event" ? line.event.seq : line.seq;
        readable++;
        highest = Math.max(highest, seq);
        met?.({ seq, offset });
        if (line.kind === "event" && seq > after) yield line.event;
      }
    }
    done?.({ lines: broken, missing: Math.max(0, highest - readable) });
  } finally {
    await handle.close();
  }
}
