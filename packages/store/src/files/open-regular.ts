import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";

/** The path is a link, pipe, socket, device or folder: opening it could block, or have side effects. */
export class NotAFile extends Error {
  override readonly name = "NotAFile";
  readonly code = "not_a_file";
}

// Windows has neither.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Opens an existing regular file, and nothing else. Rejects with NotAFile, and as `open` does. */
export async function openRegular(path: string, flags: number): Promise<FileHandle> {
  if (!(await lstat(path)).isFile()) throw new NotAFile(path);
  const handle = await open(path, flags | O_NOFOLLOW | O_NONBLOCK);
  // It may have been replaced between the check and the open.
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new NotAFile(path);
}
