import { constants } from "node:fs";
import { open, stat } from "node:fs/promises";
import { NotAFile } from "./open-regular.ts";

/** Nobody writes a megabyte of settings by hand. Bytes. */
export const longestSettingsFile = 1 << 20;

/** The file is longer than anything of its kind. */
class TooLong extends Error {
  override readonly name = "TooLong";
  readonly code = "too_long";
}

/** A small text file, links followed: no pipe is waited for, no device read, nothing longer than `most` bytes taken in. Rejects with NotAFile, TooLong, and as `open` does. */
export async function readBounded(path: string, most: number): Promise<string> {
  if (!(await stat(path)).isFile()) throw new NotAFile(path);
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await handle.stat();
    if (size > most) throw new TooLong(path);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
