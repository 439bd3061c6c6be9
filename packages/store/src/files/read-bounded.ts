import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { NotAFile } from "./open-regular.ts";

/** Settings written by hand are far smaller. Bytes. */
export const longestSettingsFile = 1 << 20;

/** The file is longer than allowed for its kind. */
class TooLong extends Error {
  override readonly name = "TooLong";
  readonly code = "too_long";
}

/**
 * Reads a small text file, following links: waits for no pipe, reads no device, and reads at most `most` bytes. A byte order mark selects
 * UTF-8 or UTF-16 and is removed. Rejects with NotAFile, TooLong, and as `open` does.
 */
export async function readBounded(path: string, most: number): Promise<string> {
  const bytes = await bytesBounded(path, most);
  return new TextDecoder(encodingByMark(bytes)).decode(bytes);
}

/** The same with its byte order mark: for text whose digest must match the bytes of the file. */
export async function readBoundedExactly(path: string, most: number): Promise<string> {
  return (await bytesBounded(path, most)).toString("utf8");
}

async function bytesBounded(path: string, most: number): Promise<Buffer> {
  if (!(await stat(path)).isFile()) throw new NotAFile(path);
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = await handle.stat();
    // It may have been replaced between the check and the open.
    if (!facts.isFile()) throw new NotAFile(path);
    const bytes = facts.size > most ? undefined : await bytesUpTo(handle, most);
    if (!bytes) throw new TooLong(path);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Everything in an open file; undefined when it now has more bytes than that. */
export async function bytesUpTo(handle: FileHandle, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let total = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(64 * 1024);
    const { bytesRead } = await handle.read(piece, 0, piece.length, total);
    if (bytesRead === 0) return Buffer.concat(pieces);
    total += bytesRead;
    if (total > most) return undefined;
    pieces.push(piece.subarray(0, bytesRead));
  }
}

function encodingByMark([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
