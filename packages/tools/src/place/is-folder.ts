import { lstat } from "node:fs/promises";
import type { ConfinedPath } from "./confined-path.ts";

/** Whether a folder lies there now; rejects as the system does when nothing does. */
export async function isFolder(place: ConfinedPath): Promise<boolean> {
  return (await lstat(place.real)).isDirectory();
}
