import { lstat, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

/** Names of the files that tell agents how to work in a project; within a folder the last one counts as the nearest. */
const names = ["CLAUDE.md", "AGENTS.md"] as const;

/** A project this deep in others is none. */
const mostFolders = 64;

/** Where instructions may stand: from the root of the git project down to the workspace, which is the last. */
export async function foldersUpToRoot(workspace: string): Promise<string[]> {
  const folders = [workspace];
  let folder = workspace;
  for (let step = 0; step < mostFolders; step++) {
    if (await isThere(join(folder, ".git"))) return folders.reverse();
    const above = dirname(folder);
    if (above === folder || !(await isOurs(above))) break;
    folders.push(above);
    folder = above;
  }
  // Without a project only the workspace itself speaks.
  return [workspace];
}

/** Everything of these names in the folders of a project, farthest first: the path as people say it, and the file itself. */
export function instructionPaths(
  workspace: string,
  folders: readonly string[],
): { path: string; file: string }[] {
  return folders.flatMap((folder) =>
    names.map((name) => ({ path: shownPath(workspace, join(folder, name)), file: join(folder, name) })),
  );
}

/** The file itself where it lies within the project and is an ordinary one; else why it is not used. */
export async function fileWithin(
  root: string,
  file: string,
): Promise<{ real: string } | { why: "link_outside" | "not_a_file" } | undefined> {
  if (!(await isThere(file))) return undefined;
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined || !isInside(real, root)) return { why: "link_outside" };
  const facts = await stat(real).catch(() => undefined);
  return facts?.isFile() ? { real } : { why: "not_a_file" };
}

export function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function shownPath(workspace: string, file: string): string {
  return relative(workspace, file).split(sep).join("/");
}

/** A folder of somebody else's above ours, such as a shared `/tmp`, is no part of our project. */
async function isOurs(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => undefined);
  return facts !== undefined && (process.getuid === undefined || facts.uid === process.getuid());
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
