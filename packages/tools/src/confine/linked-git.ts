import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Confinement, isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { gitFileIn, pathInGit } from "../place/git-file.ts";

type Sealed = Confinement["sealed"][number];

/** Git data of a linked worktree outside of it: its own folder in the shared `.git` of its repository. */
export type LinkedGit = { own: string; common: string };

/**
 * The git folders of a linked worktree (gitrepository-layout(5)). Its `.git` file could come from any program, so the
 * repository has to name the worktree in return. Undefined for every other folder.
 */
export async function linkedGit(folder: string): Promise<LinkedGit | undefined> {
  try {
    if (!(await lstat(join(folder, ".git"))).isFile()) return undefined;
    const path = (await gitFileIn(folder))?.path;
    const own = path && (await realpath(path));
    const around = own && (await pathInGit(own, "commondir"));
    const back = own && (await pathInGit(own, "gitdir"));
    if (!own || !around || !back) return undefined;
    const common = await realpath(around);
    const isKnown =
      dirname(own) === join(common, "worktrees") &&
      basename(back) === ".git" &&
      (await realpath(dirname(back))) === folder;
    return isKnown && !isInside({ path: common, folder }) ? { own, common } : undefined;
  } catch (error) {
    return absent(error);
  }
}

/** What git writes in the shared folder for a commit, a branch or a tag. */
const written = new Set(["objects", "refs", "logs", "packed-refs", "worktrees"]);

/** Names that git obeys in the shared folder. A missing one cannot be sealed: it is quarantined when it appears. */
export const obeyedByGit: readonly string[] =
  "commondir config.worktree hooks info modules branches remotes".split(" ");

/** What git may write for a worktree. The repository's settings, hooks and other worktrees stay read-only. */
export async function writtenByLinkedGit(
  folder: string,
  { own, common }: LinkedGit,
): Promise<Pick<Confinement, "writable" | "sealed">> {
  const [shared, others, inOwn] = await Promise.all([
    entriesOf(common),
    entriesOf(dirname(own)),
    entriesOf(own),
  ]);
  const inCommon = shared.filter(({ path }) => !written.has(basename(path)));
  // A mount cannot seal a link.
  if ([...inCommon, ...others, ...inOwn].some(({ kind }) => kind === "link"))
    return { writable: [], sealed: [] };
  const sealed: Sealed[] = [
    { path: join(folder, ".git"), kind: "file" },
    ...[...inCommon, ...others.filter(({ path }) => path !== own)].filter(isSealed),
    ...inOwn.filter(({ path }) => basename(path) === "modules").filter(isSealed),
    // Another `commondir` would bring its own settings.
    ...["commondir", "gitdir", "config.worktree"].map((name) => ({
      path: join(own, name),
      kind: "file" as const,
    })),
  ];
  return { writable: [common], sealed };
}

type Entry = { path: string; kind: Sealed["kind"] | "link" };

function isSealed(entry: Entry): entry is Sealed {
  return entry.kind !== "link";
}

async function entriesOf(folder: string): Promise<Entry[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.map((entry) => ({
    path: join(folder, entry.name),
    kind: entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "folder" : "file",
  }));
}
