import { open } from "node:fs/promises";

/** Puts a folder's names on disk: a new file is not safe before its folder is. Windows cannot and need not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
