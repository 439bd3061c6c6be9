import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { linkedGit } from "../confine/linked-git.ts";
import type { Bounds } from "../place/confined-path.ts";
import { smallFile, smallText } from "../place/small-text.ts";

/** Bytes; a larger index is not searched. */
const largestIndex = 32 * 1024 * 1024;

/**
 * Whether read-only git commands show nothing of Kestrel's own folders in the workspace: each is ignored by its own ignore file, as a
 * project's data folder is, and git tracks nothing in it. False when this cannot be determined.
 */
export async function gitLeavesClosed({ root, closed }: Bounds): Promise<boolean> {
  const inside = closed.filter((folder) => isInside({ path: folder, folder: root }));
  if (inside.length === 0) return true;
  if (inside.includes(root)) return false;
  for (const folder of inside) if (!(await ignoresItself(folder))) return false;
  const index = await indexOf((await linkedGit(root))?.own ?? join(root, ".git"));
  // A missing, too large, split or compressed index cannot be searched for a name.
  if (index === undefined) return false;
  return inside.every((folder) => !index.includes(`${relative(root, folder).split(sep).join("/")}/`));
}

async function ignoresItself(folder: string): Promise<boolean> {
  return (await smallText(join(folder, ".gitignore"), 4_096))?.trim() === "*";
}

/** Versions 2 and 3 store full names; version 4 stores only the difference to the previous one. */
async function indexOf(git: string): Promise<Buffer | undefined> {
  try {
    const names = await readdir(git);
    if (!names.includes("index") || names.some((name) => name.startsWith("sharedindex."))) return undefined;
    const file = join(git, "index");
    const bytes = await smallFile(file, largestIndex);
    if (bytes === undefined) return undefined;
    const isWhole = bytes.toString("latin1", 0, 4) === "DIRC" && [2, 3].includes(bytes.readUInt32BE(4));
    return isWhole ? bytes : undefined;
  } catch (error) {
    absent(error);
    return undefined;
  }
}
