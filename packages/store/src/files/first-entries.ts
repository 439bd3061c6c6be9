import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";

/** At most `most` entries of a folder, sorted by name. `more`: the folder has others, which were not read. Rejects as `opendir` does. */
export async function firstEntries(
  folder: string,
  most: number,
): Promise<{ entries: Dirent[]; more: boolean }> {
  const entries: Dirent[] = [];
  let more = false;
  for await (const entry of await opendir(folder)) {
    more = entries.length >= most;
    if (more) break;
    entries.push(entry);
  }
  return { entries: entries.sort((left, right) => (left.name < right.name ? -1 : 1)), more };
}
