import { open } from "node:fs/promises";

/** Syncs a folder's entries to disk: a new file is not durable before its folder is. Windows cannot and need not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
