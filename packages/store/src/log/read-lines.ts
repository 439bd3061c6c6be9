import type { FileHandle } from "node:fs/promises";

const lineFeed = 0x0a;
/** Bytes per read. */
const chunkSize = 1 << 18;

/** Most lines in one batch: a chunk of line feeds alone would hold a quarter of a million. */
const mostTogether = 1_024;

/** 16 MiB of text and its JSON: Kestrel writes no longer line, and a longer one is not loaded into memory. Bytes. */
export const longestLine = 17 << 20;

const nothing = Buffer.alloc(0);

/** Lines that were read together, each with its offset. */
export type Lines = readonly { offset: number; bytes: Buffer }[];

/**
 * The whole lines between two offsets, split at line feeds only (a JSON string may hold U+2028 or a CR). Text after the last line feed is
 * left out; a line over `longestLine` is returned without its bytes.
 */
export async function* readLines(handle: FileHandle, start: number, end: number): AsyncGenerator<Lines> {
  let begun: Buffer[] = [];
  let begunAt = start;
  let begunLength = 0;
  for (let position = start; position < end; ) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkSize, end - position));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return;
    const bytes = chunk.subarray(0, bytesRead);
    let lines: { offset: number; bytes: Buffer }[] = [];
    let from = 0;
    for (let feed = bytes.indexOf(lineFeed); feed !== -1; feed = bytes.indexOf(lineFeed, from)) {
      const piece = bytes.subarray(from, feed);
      const tooLong = begunLength + piece.length > longestLine;
      const whole = begun.length === 0 ? piece : Buffer.concat([...begun, piece]);
      lines.push({ offset: begunAt, bytes: tooLong ? nothing : whole });
      begun = [];
      begunLength = 0;
      from = feed + 1;
      begunAt = position + from;
      if (lines.length < mostTogether) continue;
      yield lines;
      lines = [];
    }
    if (from < bytes.length) {
      begunLength += bytes.length - from;
      if (begunLength > longestLine) begun = [];
      else begun.push(bytes.subarray(from));
    }
    position += bytesRead;
    if (lines.length > 0) yield lines;
  }
}

/** The offset just after the last line feed before `end`; 0 when there is none. */
export async function lastWholeLine(handle: FileHandle, end: number): Promise<number> {
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (let to = end; to > 0; ) {
    const from = Math.max(0, to - chunk.length);
    const { bytesRead } = await handle.read(chunk, 0, to - from, from);
    const feed = chunk.subarray(0, bytesRead).lastIndexOf(lineFeed);
    if (feed !== -1) return from + feed + 1;
    to = from;
  }
  return 0;
}
