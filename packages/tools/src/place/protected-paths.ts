import { lstat, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Bounds, ConfinedPath } from "./confined-path.ts";
import { isInside } from "./is-inside.ts";

/** Folders whose files other programs run or obey. */
const folders = new Set([
  ".git",
  ".kestrel",
  ".vscode",
  ".idea",
  ".husky",
  ".ssh",
  ".gnupg",
  ".devcontainer",
  ".cursor",
  ".claude",
  ".codex",
]);

/** Files that change what a shell, a package manager or an agent does next time. */
const files = new Set([
  ".gitmodules",
  ".gitconfig",
  ".gitattributes",
  "kestrel.toml",
  ".envrc",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".mcp.json",
  ".pypirc",
  ".netrc",
  ".profile",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".kshrc",
  ".inputrc",
  "config.fish",
]);

/** Whether a change there asks in every mode. It need not exist; case, trailing blanks and Unicode spelling do not matter. */
export async function isProtected(bounds: Bounds, place: ConfinedPath): Promise<boolean> {
  if (hasProtectedPart(place.path) || hasProtectedPart(place.asked)) return true;
  const gitFolder = await linkedGitFolder(bounds.root);
  return gitFolder !== undefined && isInside(gitFolder, place.real);
}

function hasProtectedPart(path: string): boolean {
  const parts = path.split(/[\\/]/).map(plainSpelling);
  return parts.some((part) => folders.has(part)) || files.has(parts.at(-1) ?? "");
}

/** What a forgiving file system would make of the name. */
function plainSpelling(part: string): string {
  return part
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/(?<![ .])[ .]+$/, "");
}

/** A worktree's or submodule's `.git` is a file that names the real folder. */
async function linkedGitFolder(root: string): Promise<string | undefined> {
  try {
    const path = resolve(root, ".git");
    const { size, isFile } = await lstat(path).then((stat) => ({ size: stat.size, isFile: stat.isFile() }));
    if (!isFile || size > 4096) return undefined;
    const target = /^gitdir:\s*(.+?)\s*$/m.exec(await readFile(path, "utf8"))?.[1];
    return target === undefined ? undefined : resolve(root, target);
  } catch {
    return undefined;
  }
}
