import { lstat, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";

/** Instruction files for agents in a project; within a folder the last one counts as the nearest. */
const names = ["CLAUDE.md", "AGENTS.md"] as const;

/** Most parent folders searched for the root of a project. */
const mostFolders = 64;

/**
 * Folders that may have instruction files: from the root of the git project down to the workspace, which is the last. The search
 * stops at a folder of another user, such as a shared `/tmp`.
 */
export async function foldersUpToRoot(workspace: string): Promise<string[]> {
  const above = foldersAbove(workspace);
  const foreign = (await Promise.all(above.map(isOurs))).indexOf(false);
  const ours = [workspace, ...(foreign < 0 ? above : above.slice(0, foreign))];
  const root = (await Promise.all(ours.map((folder) => isThere(join(folder, ".git"))))).indexOf(true);
  // Without a git project only the workspace's own files count.
  return root < 0 ? [workspace] : ours.slice(0, root + 1).reverse();
}

/** The nearest first. */
function foldersAbove(folder: string): string[] {
  const all: string[] = [];
  for (let at = folder; all.length < mostFolders - 1 && dirname(at) !== at; at = dirname(at))
    all.push(dirname(at));
  return all;
}

/** All instruction files in the folders of a project, farthest first: the displayed path and the file itself. */
export function instructionPaths(
  workspace: string,
  folders: readonly string[],
): { path: string; file: string }[] {
  return folders.flatMap((folder) =>
    names.map((name) => ({ path: shownPath(workspace, join(folder, name)), file: join(folder, name) })),
  );
}

/** The file if it is a regular one within the project; otherwise why it is not used. */
export async function fileWithin(
  root: string,
  file: string,
): Promise<{ real: string } | { why: "link_outside" | "not_a_file" } | undefined> {
  if (!(await isThere(file))) return undefined;
  const real = await realpath(file).catch(absent);
  if (real === undefined || !isInside({ path: real, folder: root })) return { why: "link_outside" };
  const facts = await stat(real).catch(absent);
  return facts?.isFile() ? { real } : { why: "not_a_file" };
}

export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent)) !== undefined;
}

function shownPath(workspace: string, file: string): string {
  return relative(workspace, file).split(sep).join("/");
}

async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(absent);
  return facts !== undefined && (process.getuid === undefined || facts.uid === process.getuid());
}
