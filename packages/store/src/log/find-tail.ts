import type { FileHandle } from "node:fs/promises";
import { readLine } from "./log-line.ts";
import { lastWholeLine } from "./read-lines.ts";

/** The end of a log: where its last whole line ends, the last number given out, and how many bytes follow unfinished. */
export type Tail = { end: number; lastSeq: number; torn: number };

/** Looks at the end of a log only, so that a long one opens as fast as a short one. */
export async function findTail(handle: FileHandle, size: number): Promise<Tail> {
  const end = await lastWholeLine(handle, size);
  const torn = size - end;
  let unreadable = 0;
  for (let to = end; to > 0; ) {
    const from = await lastWholeLine(handle, to - 1);
    const bytes = Buffer.alloc(to - 1 - from);
    await handle.read(bytes, 0, bytes.length, from);
    const line = readLine(bytes);
    // A broken line had a number too; giving it out again would hide the new event from whoever saw the old one.
    if (line.kind === "event") return { end, torn, lastSeq: line.event.seq + unreadable };
    if (line.kind === "newer") return { end, torn, lastSeq: line.seq + unreadable };
    unreadable++;
    to = from;
  }
  return { end, torn, lastSeq: unreadable };
}
