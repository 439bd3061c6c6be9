import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { ModelFolder } from "./model-folders.ts";

/** One GGUF file. `identity` is the same for every name of the same file. */
export type ModelFileOnDisk = {
  path: string;
  name: string;
  place: ModelFolder["place"];
  bytes: number;
  identity: string;
};

/** Folder levels: deeper than any download nests, and shallow enough for a home folder given by mistake. */
const deepest = 6;
const mostFiles = 2000;

/** The GGUF files below the folders, each once whatever its names and links. Skips unreadable folders. */
export async function findModelFiles(folders: readonly ModelFolder[]): Promise<ModelFileOnDisk[]> {
  const known = new Map<string, ModelFileOnDisk>();
  for (const { path, place } of folders) await look(path, place, deepest, known);
  return [...known.values()];
}

async function look(
  folder: string,
  place: ModelFolder["place"],
  depth: number,
  known: Map<string, ModelFileOnDisk>,
): Promise<void> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  for (const entry of entries) {
    if (known.size >= mostFiles) return;
    const path = join(folder, entry.name);
    // Links to folders are not followed; links to files are, since Hugging Face's cache uses them.
    if (entry.isDirectory() && depth > 0 && !entry.name.startsWith(".git")) {
      await look(path, place, depth - 1, known);
    } else if (/\.gguf$/i.test(entry.name)) {
      const facts = await stat(path).catch(absent);
      if (!facts?.isFile()) continue;
      const identity = `${facts.dev}:${facts.ino}`;
      const file = { path, name: entry.name, place, bytes: facts.size, identity };
      if (!known.has(identity)) known.set(identity, file);
    }
  }
}
