import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { passOver } from "@kestrel/diagnostics";
import { unwritableFolder } from "../data-paths.ts";

/**
 * Replaces a file atomically, for this user alone (0600): a reader sees the old text or the new one, never part of it. `durable`: it is on
 * disk before it replaces the old one. Rejects with `data_folder_unwritable`, of `folder` when it is given.
 */
export async function replaceFile(
  file: string,
  text: string,
  { durable = false, folder = dirname(file) }: { durable?: boolean; folder?: string } = {},
): Promise<void> {
  const fresh = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(fresh, "wx", 0o600);
    try {
      await handle.writeFile(text);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (cause) {
    await rm(fresh, { force: true }).catch(passOver("removing a draft"));
    throw unwritableFolder(folder, cause);
  }
}
