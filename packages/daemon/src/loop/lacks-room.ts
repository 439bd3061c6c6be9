import { statfs } from "node:fs/promises";
import { KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";

/** Bytes: with less free, git writes no index and a sandbox does not start. */
const leastRoom = 1024 * 1024;

const ofCode: ReadonlySet<unknown> = new Set([
  ...["data_folder_unwritable", "log_unwritable"],
  ...["ENOSPC", "EDQUOT", "EROFS"],
]);

/**
 * Whether a step failed for lack of disk space: by its error code, or by the free space of the folders. Git does not always report
 * the cause.
 */
export async function lacksRoom(folders: readonly string[], error?: unknown): Promise<boolean> {
  if (ofCode.has((error as { code?: unknown } | undefined)?.code)) return true;
  const detail = error instanceof KestrelError ? String(error.params.detail) : "";
  if (/No space left|quota exceeded|Read-only file system/.test(detail)) return true;
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(absent)));
  return disks.some(
    (disk) => disk && (disk.bavail * disk.bsize < leastRoom || (disk.files > 0 && disk.ffree === 0)),
  );
}
