import { constants, type Stats } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { type Bounds, isAllowed } from "../place/confined-path.ts";
import { NoSnapshot, runGit } from "./run-git.ts";
import type { SnapshotPlace } from "./snapshot-place.ts";

/** Files in one snapshot: the first then takes about 5 s, each further one 0.1 s. */
const mostFiles = 20_000;
/** Bytes; larger files are left out. */
const largestFile = 8 * 1024 * 1024;
const mostBytes = 256 * 1024 * 1024;
/** Files checked concurrently. */
const atOnce = 32;

/** The state of the files in the index. */
export type Indexed = {
  files: Map<string, { mode: number; size: number }>;
  /** Files left out, with a fingerprint to detect changes. */
  leftOut: Map<string, string>;
  tree?: string;
  /** Bytes ever written to the repository, and the number of writes. */
  written: number;
  times: number;
};

/** A workspace's files at one time: names, modes, and the tree with their bytes. */
export type Snapshot = Readonly<Pick<Indexed, "files" | "leftOut">> & { tree: string };

/** Updates the index with what differs and writes its tree. Rejects with NoSnapshot. */
export async function takeSnapshot(
  place: SnapshotPlace,
  bounds: Bounds,
  indexed: Indexed,
  signal: AbortSignal,
): Promise<Snapshot> {
  const names = await differing(place, bounds, signal);
  if (indexed.files.size + names.length > 2 * mostFiles) throw new NoSnapshot("too_many");
  indexed.leftOut.clear();
  const taken: string[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    if (signal.aborted) throw new NoSnapshot("too_slow");
    const some = names.slice(at, at + atOnce);
    const looks = await Promise.all(some.map((name) => lookAt(join(place.workspace, name))));
    for (const [index, name] of some.entries()) if (note(indexed, name, looks[index])) taken.push(name);
  }
  if (indexed.files.size > mostFiles) throw new NoSnapshot("too_many");
  let bytes = 0;
  for (const { size } of indexed.files.values()) bytes += size;
  if (bytes > mostBytes) throw new NoSnapshot("too_large");
  if (taken.length > 0 || indexed.tree === undefined) {
    indexed.tree = undefined;
    indexed.times += 1;
    const input = taken.map((name) => `${name}\0`).join("");
    await runGit(place, ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], signal, input);
    indexed.tree = (await runGit(place, ["write-tree", "--missing-ok"], signal)).toString("latin1").trim();
  }
  return { tree: indexed.tree, files: new Map(indexed.files), leftOut: new Map(indexed.leftOut) };
}

/** Names, relative to the workspace, of files that differ from the index. Excludes nested repositories and names that are not UTF-8. */
async function differing(place: SnapshotPlace, bounds: Bounds, signal: AbortSignal): Promise<string[]> {
  const lists = await Promise.all([
    runGit(place, ["diff-files", "-z", "--name-only", "--ignore-submodules=all", "--relative"], signal),
    runGit(place, ["ls-files", "-z", "--others", "--exclude-standard"], signal),
  ]);
  const names = new Set(lists.flatMap((list) => list.toString("utf8").split("\0")));
  const closed = bounds.closed.some((folder) => isInside({ path: folder, folder: place.workspace }));
  return [...names].filter(
    (name) =>
      name !== "" &&
      !name.endsWith("/") &&
      !name.includes("\ufffd") &&
      !(closed && !isAllowed(bounds, join(place.workspace, name))),
  );
}

type Look = { kind: "gone" } | { kind: "other" } | { kind: "file"; stat: Stats; readable: boolean };

async function lookAt(path: string): Promise<Look> {
  const stat = await lstat(path).catch(absent);
  if (!stat) return { kind: "gone" };
  if (!stat.isFile() && !stat.isSymbolicLink()) return { kind: "other" };
  const readable = stat.isSymbolicLink() || (await isReadable(path));
  return { kind: "file", stat, readable };
}

async function isReadable(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false, // expected: this user may not read it
  );
}

/** Records a file; returns whether the index has to be updated. */
function note(indexed: Indexed, name: string, look: Look | undefined): boolean {
  const { files, leftOut } = indexed;
  if (!look || look.kind === "other") return false;
  if (look.kind === "gone") {
    files.delete(name);
    return true;
  }
  const { mode, size, mtimeMs, ctimeMs } = look.stat;
  if (size > largestFile || !look.readable) {
    leftOut.set(name, `${size} ${mtimeMs} ${ctimeMs}`);
    return false;
  }
  files.set(name, { mode, size });
  indexed.written += size;
  return true;
}
