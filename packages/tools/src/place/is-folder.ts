import { lstat } from "node:fs/promises";
import type { ConfinedPath } from "./confined-path.ts";

/** Whether the path is a folder now; rejects with the system's error when it does not exist. */
export async function isFolder(place: ConfinedPath): Promise<boolean> {
  return (await lstat(place.real)).isDirectory();
}
