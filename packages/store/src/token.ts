import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DataPaths, unwritableFolder } from "./data-paths.ts";
import { readBounded } from "./files/read-bounded.ts";

/** Bytes. */
const longestSecret = 4096;

/** Puts the daemon's token into `run/token`, for this user alone, replacing an older one at once. */
export async function writeToken(paths: DataPaths, token: string): Promise<void> {
  await writePrivately(join(paths.run, "token"), token);
}

/** The token of the daemon that was started last, or undefined when there is none. */
export async function readToken(paths: DataPaths): Promise<string | undefined> {
  return readPrivate(join(paths.run, "token"));
}

/** Takes the token away; it is of no use once its daemon has ended. */
export async function removeToken(paths: DataPaths): Promise<void> {
  await rm(join(paths.run, "token"), { force: true });
}

/**
 * Writes a small secret so that a reader meets the old one or the new one, never half of it. Mode 0600. Rejects with
 * `data_folder_unwritable`.
 */
export async function writePrivately(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw unwritableFolder(dirname(file), cause);
  }
}

/** What `writePrivately` wrote, or undefined when there is no such file, or no folder for it. */
export async function readPrivate(file: string): Promise<string | undefined> {
  try {
    return await readBounded(file, longestSecret);
  } catch (cause) {
    if (["ENOENT", "ENOTDIR"].includes((cause as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw cause;
  }
}
