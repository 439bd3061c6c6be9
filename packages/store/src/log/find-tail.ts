import type { FileHandle } from "node:fs/promises";
import { readLine } from "./log-line.ts";
import { lastWholeLine, longestLine } from "./read-lines.ts";

/**
 * The end of a log: the end of its last whole line, the last sequence number, and how many unfinished bytes follow. `foreign`: the content
 * was not written by Kestrel, so nothing may be appended.
 */
export type LogTail = { end: number; lastSeq: number; torn: number; foreign?: true };

/** A crash or a bad block breaks a few lines at the end; more means that it is not a log. */
const mostUnreadable = 256;

/** Reads only the end of a log, so that a long one opens as fast as a short one. */
export async function findTail(handle: FileHandle, size: number): Promise<LogTail> {
  const end = await lastWholeLine(handle, size);
  const torn = size - end;
  // Only one write can be torn, and it was no longer than a line may be.
  const tornForeign = torn > longestLine ? ({ foreign: true } as const) : {};
  let unreadable = 0;
  for (let to = end; to > 0; ) {
    const from = await lastWholeLine(handle, to - 1);
    const line = await lineBetween(handle, from, to - 1);
    // A broken line had a number too. Reusing it would hide the new event from a client that saw the old one.
    if (line.kind === "event") return { end, torn, lastSeq: line.event.seq + unreadable, ...tornForeign };
    if (line.kind === "newer") return { end, torn, lastSeq: line.seq + unreadable, ...tornForeign };
    unreadable++;
    to = from;
    if (unreadable > mostUnreadable) return { end, torn, lastSeq: unreadable, foreign: true };
  }
  return { end, torn, lastSeq: unreadable, ...tornForeign };
}

async function lineBetween(
  handle: FileHandle,
  from: number,
  to: number,
): Promise<ReturnType<typeof readLine>> {
  if (to - from > longestLine) return { kind: "damaged", detail: "too long" };
  const bytes = Buffer.alloc(to - from);
  await handle.read(bytes, 0, bytes.length, from);
  return readLine(bytes);
}
