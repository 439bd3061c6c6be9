import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";

/** What lies there is a link, a pipe, a socket, a device or a folder: opening it could wait for ever, or do something. */
export class NotAFile extends Error {
  override readonly name = "NotAFile";
  readonly code = "not_a_file";
}

// Windows has neither.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens an ordinary file that is there, and nothing else. Rejects with NotAFile, and as `open` does. */
export async function openRegular(path: string, flags: number): Promise<FileHandle> {
  if (!(await lstat(path)).isFile()) throw new NotAFile(path);
  const handle = await open(path, flags | O_NOFOLLOW | O_NONBLOCK);
  // Between the look and the opening it may have become another.
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new NotAFile(path);
}
