import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { StorageKind, StoredKind } from "@kestrel/protocol/api";
import type { DataPaths } from "../data-paths.ts";

/** The kind of each entry in the data folder and the cache; everything else is `other`. */
const kindOfEntry: Readonly<Record<string, StorageKind>> = {
  removed: "trash",
  "removed-worktrees": "trash",
  worktrees: "worktrees",
  blobs: "blobs",
  relay: "outputs",
  snapshots: "snapshots",
  slots: "prefixes",
  "index.db": "search",
  "search.db": "search",
  models: "models",
  engine: "programs",
  bubblewrap: "programs",
};

/** The size of Kestrel's files on this disk, by kind, largest first. Writes nothing. */
export async function measureStorage({ data, cache, config }: DataPaths): Promise<StoredKind[]> {
  const sums = new Map<StorageKind, { bytes: number; files: number }>();
  const add = (kind: StorageKind, bytes: number) => {
    const sum = sums.get(kind) ?? { bytes: 0, files: 0 };
    sums.set(kind, { bytes: sum.bytes + bytes, files: sum.files + 1 });
  };
  for (const folder of new Set([data, cache])) {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (path === cache || path === config) continue;
      const kind = kindOfEntry[entry.name.replace(/-(wal|shm|journal)$/, "")] ?? "other";
      await walk(path, (file, bytes) => add(path === join(data, "sessions") ? kindOfLog(file) : kind, bytes));
    }
  }
  return [...sums].map(([kind, sum]) => ({ kind, ...sum })).sort((one, other) => other.bytes - one.bytes);
}

function kindOfLog(file: string): StorageKind {
  return file.endsWith(".checkpoint") ? "checkpoints" : "logs";
}

/** Every file below a path, or the path itself; links are not followed. */
async function walk(path: string, found: (file: string, bytes: number) => void): Promise<void> {
  const facts = await lstat(path).catch(absent);
  if (facts?.isFile()) found(path, facts.size);
  if (!facts?.isDirectory()) return;
  for (const { name } of await entriesOf(path)) await walk(join(path, name), found);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
}
