import type { CommandCoverage, FileModes, TouchedFile } from "@kestrel/protocol";
import type { Blobs } from "../change/file-blobs.ts";
import { hashOf } from "../place/file-content.ts";
import { NoSnapshot, readBlobs, runGit } from "./run-git.ts";
import type { SnapshotPlace } from "./snapshot-place.ts";
import type { Snapshot } from "./take-snapshot.ts";

/** Files restored by name; a command that changes more is not covered. */
const mostChanged = 1_000;

/** A file that differs: the git hashes of its bytes. */
type Difference = { path: string; before?: string; after?: string };

/** The differences between two snapshots. Stores the earlier contents as blobs. Rejects with NoSnapshot. */
export async function changesBetween(
  place: SnapshotPlace,
  [before, after]: readonly [Snapshot, Snapshot],
  blobs: Blobs,
  signal: AbortSignal,
): Promise<CommandCoverage> {
  const differences = [
    ...(await differentBytes(place, before.tree, after.tree, signal)),
    ...(await differentModes(place, before, after, signal)),
  ];
  if (differences.length > mostChanged) throw new NoSnapshot("too_many");
  const kept = new Set(differences.flatMap((one) => one.before ?? []));
  const wanted = new Set([...kept, ...differences.flatMap((one) => one.after ?? [])]);
  const hashes = new Map<string, string>();
  await readBlobs(place, [...wanted], signal, async (name, bytes) => {
    hashes.set(name, kept.has(name) ? await blobs.put(bytes) : hashOf(bytes));
  });
  const files = differences.map((one): TouchedFile => {
    const [old, now] = [one.before && hashes.get(one.before), one.after && hashes.get(one.after)];
    const modes: FileModes = {
      before: before.files.get(one.path)?.mode,
      after: after.files.get(one.path)?.mode,
    };
    return { path: one.path, ...(old && { before: old }), ...(now && { after: now }), modes };
  });
  const missed = changedOf(before.leftOut, after.leftOut);
  return { files, ...(missed > 0 && { missed }) };
}

async function differentBytes(
  place: SnapshotPlace,
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<Difference[]> {
  if (before === after) return [];
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--relative", before, after];
  const parts = (await runGit(place, args, signal)).toString("utf8").split("\0");
  const found: Difference[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, , old = "", now = ""] = (parts[at] ?? "").split(" ");
    found.push({ path: parts[at + 1] ?? "", ...named("before", old), ...named("after", now) });
  }
  return found;
}

/** Permission changes that git does not record. */
async function differentModes(
  place: SnapshotPlace,
  before: Snapshot,
  after: Snapshot,
  signal: AbortSignal,
): Promise<Difference[]> {
  const paths: string[] = [];
  for (const [path, { mode }] of after.files) {
    const old = before.files.get(path)?.mode;
    if (old !== undefined && old !== mode && gitMode(old) === gitMode(mode)) paths.push(path);
  }
  if (paths.length === 0) return [];
  if (paths.length > mostChanged) throw new NoSnapshot("too_many");
  const same = async (tree: string) => {
    const list = await runGit(place, ["ls-tree", "-r", "-z", tree, "--", ...paths], signal);
    return new Map(
      list
        .toString("utf8")
        .split("\0")
        .flatMap((line) => {
          const match = /^\d+ blob ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
          return match ? [[match[2] ?? "", match[1] ?? ""] as const] : [];
        }),
    );
  };
  const [then, now] = [await same(before.tree), await same(after.tree)];
  // A file whose bytes differ as well is in the other list.
  return paths.flatMap((path) => {
    const name = now.get(path);
    return name !== undefined && name === then.get(path) ? [{ path, before: name, after: name }] : [];
  });
}

/** The modes that git distinguishes: file or link, and executable by its owner. */
function gitMode(mode: number): number {
  return mode & 0o170100;
}

function named(side: "before" | "after", name: string): Partial<Difference> {
  return /^0*$/.test(name) ? {} : { [side]: name };
}

function changedOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).length;
}
