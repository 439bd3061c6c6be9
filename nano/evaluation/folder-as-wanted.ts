import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Change } from "../src/tasks/task.ts";

/** What a folder holds, byte for byte, by path. */
export type Content = ReadonlyMap<string, Buffer>;

export async function contentOf(folder: string): Promise<Content> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const content = new Map<string, Buffer>();
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    content.set(relative(folder, path).split(sep).join("/"), await readFile(path));
  }
  return content;
}

/** Whether the folder holds what it held before with these changes, and nothing else. */
export async function folderIs(
  folder: string,
  before: Content,
  changes: Readonly<Record<string, Change>>,
): Promise<boolean> {
  const wanted = new Map(before);
  for (const [path, change] of Object.entries(changes)) wanted.set(path, changed(before.get(path), change));
  const there = await contentOf(folder);
  return (
    there.size === wanted.size &&
    [...wanted].every(([path, bytes]) => there.get(path)?.equals(bytes) === true)
  );
}

function changed(before: Buffer | undefined, change: Change): Buffer {
  if (typeof change === "string") return Buffer.from(change);
  const text = before?.toString() ?? "";
  return Buffer.from(
    change.all ? text.replaceAll(change.old, () => change.new) : text.replace(change.old, () => change.new),
  );
}
