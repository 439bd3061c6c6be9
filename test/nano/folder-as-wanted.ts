import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** Whether the folder holds exactly these files, byte for byte. */
export async function folderIs(folder: string, wanted: Readonly<Record<string, string>>): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const there = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  if (there.length !== Object.keys(wanted).length) return false;
  for (const [path, content] of Object.entries(wanted)) {
    if (!there.includes(path)) return false;
    if (!(await readFile(join(folder, path))).equals(Buffer.from(content))) return false;
  }
  return true;
}
