import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { isPassedBy } from "./passed-by.ts";

/** Search limits: entries, and folder depth. */
const farthest = { entries: 2_000, depth: 6 } as const;

/** The files of a project, relative with `/`, nearest first. Links are not followed. */
export async function projectPaths(root: string): Promise<string[]> {
  const paths: string[] = [];
  let level = [""];
  for (let depth = 0; depth < farthest.depth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      for await (const entry of await opendir(join(root, folder))) {
        if (isPassedBy(entry.name)) continue;
        if (paths.length + next.length >= farthest.entries) return paths;
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) next.push(path);
        else if (entry.isFile()) paths.push(path);
      }
    }
    level = next;
  }
  return paths;
}
