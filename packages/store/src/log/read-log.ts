import { constants } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { LogDamage, SessionEvent } from "@kestrel/protocol";
import { openRegular } from "../files/open-regular.ts";
import { readLine } from "./log-line.ts";
import { lastWholeLine, longestLine, readLines } from "./read-lines.ts";

/** The part of a log to read, and its callbacks. Offsets are bytes. */
export type LogStretch = {
  after?: number;
  /** Where to begin; must be the start of a line. */
  start?: number;
  /** The sequence number of the last event before `start`, when known. */
  before?: number;
  /** Where to stop; absent: after the last whole line. */
  end?: number;
  met?(line: { seq: number; offset: number }): void;
  /** Called once, after everything was read. */
  done?(damage: LogDamage): void;
};

/** How long a log is read before the event loop gets a turn. Milliseconds. */
const sliceMs = 20;

/** The events stored in a file, in order, without changing it. Skips broken lines and those of newer versions. */
export async function* readLog(file: string, stretch: LogStretch = {}): AsyncGenerator<SessionEvent> {
  const { after = 0, start = 0, before = 0, met, done } = stretch;
  const handle = await openRegular(file, constants.O_RDONLY);
  try {
    const { size } = await handle.stat();
    const end = stretch.end ?? (await lastWholeLine(handle, size));
    // Only one line may be torn; a longer rest was never one.
    let broken = stretch.end === undefined && size - end > longestLine ? 1 : 0;
    let readable = 0;
    let highest = before;
    let sliceEnd = performance.now() + sliceMs;
    for await (const lines of readLines(handle, start, end)) {
      for (const { offset, bytes } of lines) {
        if (performance.now() > sliceEnd) {
          await nextTurn();
          sliceEnd = performance.now() + sliceMs;
        }
        const line = readLine(bytes);
        if (line.kind === "damaged") {
          broken++;
          continue;
        }
        const seq = line.kind === "event" ? line.event.seq : line.seq;
        readable++;
        // This version does not know its meaning. It counts as damage, so that nothing is appended after it.
        if (line.kind === "newer" && line.format !== undefined) broken++;
        highest = Math.max(highest, seq);
        met?.({ seq, offset });
        if (line.kind === "event" && seq > after) yield line.event;
      }
    }
    done?.({ lines: broken, missing: Math.max(0, highest - before - readable) });
  } finally {
    await handle.close();
  }
}
