import { createReadStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { FreedStorage } from "@kestrel/protocol/api";
import type { DataPaths } from "../data-paths.ts";

/** A log may soon name a file stored within this time. Milliseconds: a day. */
const grace = 24 * 3_600_000;

/** Longest name that can span two chunks. Bytes. */
const longestName = 128;

const blobName = /[0-9a-f]{64}/g;
/** Bounded: a long run of word characters would otherwise be tried from each of its characters. */
const outputName = /([\w-]{1,64})\.txt|relay:([\w-]{1,64})/g;

/** Temporary name of a blob that is being deleted. */
const goneEnding = ".gone";

type Wish = {
  /** Deletes nothing. */
  dryRun?: boolean;
  now?: () => number;
};

/**
 * Deletes blobs and outputs that no log names, those of deleted sessions included: whatever can be undone or restored stays. Safe during a
 * turn: files stored in the last day stay as well, and a blob that is stored again while it is deleted is restored.
 */
export async function freeStorage(
  paths: DataPaths,
  { dryRun = false, now = Date.now }: Wish = {},
): Promise<FreedStorage> {
  const limit = now() - grace;
  // Listed before the logs are read: a blob written later is too new to be deleted.
  const blobs = await blobsIn(join(paths.data, "blobs"));
  const outputs = await namesIn(join(paths.data, "relay"));
  const named = await namesInLogs([paths.sessions, paths.removed]);
  const freed: FreedStorage = { blobs: { files: 0, bytes: 0 }, outputs: { files: 0, bytes: 0 } };
  for (const { hash, path } of blobs) {
    // Left by a crash: it was about to be restored, or no log names it.
    if (path.endsWith(goneEnding) && named.blobs.has(hash.slice(0, -goneEnding.length))) {
      if (!dryRun) await rename(path, path.slice(0, -goneEnding.length));
      continue;
    }
    const bytes = named.blobs.has(hash) ? undefined : await deletedOld(path, limit, dryRun);
    if (bytes !== undefined) count(freed.blobs, bytes);
  }
  for (const name of outputs) {
    const path = join(paths.data, "relay", name);
    const bytes = named.outputs.has(basename(name, ".txt"))
      ? undefined
      : await deletedOld(path, limit, dryRun);
    if (bytes !== undefined) count(freed.outputs, bytes);
  }
  return freed;
}

/** Every blob and output named anywhere in a log, readable or not, matched as bytes: a false match only keeps a file. */
async function namesInLogs(
  folders: readonly string[],
): Promise<{ blobs: Set<string>; outputs: Set<string> }> {
  const [blobs, outputs] = [new Set<string>(), new Set<string>()];
  for (const folder of folders) {
    for (const name of await namesIn(folder)) {
      if (name.endsWith(".checkpoint")) continue;
      let rest = "";
      for await (const chunk of createReadStream(join(folder, name), {
        encoding: "latin1",
        highWaterMark: 1 << 18,
      })) {
        const text = rest + String(chunk);
        for (const [found] of text.matchAll(blobName)) blobs.add(found);
        for (const [, file, output] of text.matchAll(outputName)) outputs.add(file ?? output ?? "");
        rest = text.slice(-longestName);
      }
    }
  }
  return { blobs, outputs };
}

/** Bytes of an older file that was deleted; undefined when it stays. */
async function deletedOld(path: string, limit: number, dryRun: boolean): Promise<number | undefined> {
  const facts = await stat(path).catch(absent);
  if (!facts || facts.mtimeMs > limit) return undefined;
  if (dryRun) return facts.size;
  // A process that stores the same bytes now finds no file and writes it, or it touched the file before the rename.
  const gone = `${path}${goneEnding}`;
  if ((await rename(path, gone).then(() => true, absent)) === undefined) return undefined;
  if ((await stat(gone)).mtimeMs > limit) {
    await rename(gone, path);
    return undefined;
  }
  await rm(gone, { force: true });
  return facts.size;
}

/** Blobs by hash. Includes those that a crash left half deleted or half written, under their hash. */
async function blobsIn(folder: string): Promise<{ hash: string; path: string }[]> {
  const found: { hash: string; path: string }[] = [];
  for (const start of await namesIn(folder))
    for (const name of await namesIn(join(folder, start)))
      found.push({ hash: start + name, path: join(folder, start, name) });
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}

function count(sum: { files: number; bytes: number }, bytes: number): void {
  sum.files += 1;
  sum.bytes += bytes;
}
