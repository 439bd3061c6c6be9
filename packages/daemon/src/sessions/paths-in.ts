import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { passOver } from "@kestrel/diagnostics";

/** More files than these are not offered. */
const mostFiles = 5_000;

/** More folders than these are not read: a tree of folders without files ends too. */
const mostFolders = 20_000;

/** Folders of generated files, which messages do not name. */
const made: ReadonlySet<string> = new Set([
  ...["node_modules", "dist", "build", "target", "out", "coverage", "vendor", "venv", "__pycache__"],
]);

/** The files of a folder by their paths in it, nearest first. Links are not followed, hidden folders not entered. */
export async function pathsIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  const folders = [""];
  for (let at = 0; at < Math.min(folders.length, mostFolders) && paths.length < mostFiles; at++) {
    const here = folders[at] ?? "";
    const entries = await readdir(join(folder, here), { withFileTypes: true }).catch(
      passOver("listing files"),
    );
    for (const entry of entries ?? []) {
      const path = here === "" ? entry.name : `${here}/${entry.name}`;
      if (entry.isFile()) paths.push(path);
      else if (entry.isDirectory() && !entry.name.startsWith(".") && !made.has(entry.name))
        folders.push(path);
    }
  }
  return paths.slice(0, mostFiles);
}
