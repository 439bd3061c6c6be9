import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** A lock this old is ignored: another process may have the holder's id by now. */
const forgottenAfterMs = 30 * 60_000;

/**
 * Runs `work` while no other process fetches into the same data folder. The lock is a file with the holder's process id, created
 * atomically by `link`; a dead holder's lock is ignored, so a crash needs no clean-up. Two waiters at a dead lock may both pass: they
 * build in separate folders, so that only costs time.
 */
export async function whileFetching<T>(
  dataDir: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const folder = join(dataDir, "engine");
  await mkdir(folder, { recursive: true });
  const lock = join(folder, "fetching.lock");
  const mine = join(folder, `fetching.${randomUUID()}`);
  await writeFile(mine, String(process.pid));
  try {
    for (let waited = false; !(await take(lock, mine)); waited = true) {
      if (!waited) onWait();
      await pause(200);
    }
  } finally {
    await rm(mine, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function take(lock: string, mine: string): Promise<boolean> {
  try {
    await link(mine, lock);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (await isHeld(lock)) return false;
    await rm(lock, { force: true });
    return take(lock, mine);
  }
}

async function isHeld(lock: string): Promise<boolean> {
  try {
    const holder = Number(await readFile(lock, "utf8"));
    if (Date.now() - (await stat(lock)).mtimeMs > forgottenAfterMs) return false;
    if (holder === process.pid) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // Another user's process cannot be signalled, but it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
