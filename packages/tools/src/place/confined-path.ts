import { lstat, opendir, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { Refusal } from "../answer/refusal.ts";
import { systemCode } from "../answer/system-code.ts";
import { isWindowsTrap } from "./windows-names.ts";

/** What a session's tools may touch: everything in `root` and in the user's `extra` roots except what lies in a `closed` folder and not in an `open` one. All are real paths. */
export type Bounds = {
  root: string;
  extra?: readonly string[];
  closed: readonly string[];
  open?: readonly string[];
};

/** Kestrel's own folders, the accessible ones in them, and the user's extra roots: see `extraRoots`. */
export type OwnFolders = {
  closedFolders?: readonly string[];
  openFolders?: readonly string[];
  extraRoots?: readonly string[];
};

/** A path inside the bounds. */
export type ConfinedPath = {
  /** Relative to the workspace, with `/`, absolute in an extra root; the canonical name of a file. `.` is the workspace. */
  path: string;
  /** The same path, absolute, without symbolic links. It may not exist yet. */
  real: string;
  /** As the model spelled it, normalised but with its links; used only to check whether it is protected. */
  asked: string;
};

const longestPathBytes = 4096;

/**
 * Resolves a path that the model wrote; the only way to a path on disk. Rejects with a Refusal outside the bounds; `~`, `$HOME` and
 * `file:` are not expanded. An extra root is reached by an absolute path only. `openFolder` and `refuseMoved` check again when
 * opening.
 */
export async function confine(bounds: Bounds, spelled: string): Promise<ConfinedPath> {
  refuseMalformed(spelled);
  const asked = await withoutOwnName(bounds.root, spelled);
  const lexical = resolve(bounds.root, asked);
  const slashed = resolve(bounds.root, asked.replaceAll("\\", "/"));
  const reach = isAbsolute(asked) ? rootsOf(bounds) : [bounds.root];
  if (!inOneOf(reach, lexical) || !inOneOf(reach, slashed)) throw outside(asked);
  const real = await realPlace(lexical, bounds);
  if (!isAllowed(bounds, real)) throw outside(asked);
  return { path: nameIn(bounds.root, real), real, asked: nameIn(bounds.root, lexical) };
}

/**
 * Removes the folder's own name, which small models put before its paths. Only when the folder has no entry of that name and the rest
 * exists: a new folder named like its project can still be created.
 */
export async function withoutOwnName(root: string, asked: string): Promise<string> {
  const [first, ...rest] = asked.replace(/^\.\//, "").split("/");
  if (first !== basename(root) || rest.some((part) => part === ".." || part === "")) return asked;
  const left = rest.join("/") || ".";
  const isThere = async (path: string) => (await lstat(resolve(root, path)).catch(absent)) !== undefined;
  return !(await isThere(first)) && (await isThere(left)) ? left : asked;
}

/** Whether a real path is within the bounds. */
export function isAllowed(bounds: Bounds, real: string): boolean {
  return inOneOf(rootsOf(bounds), real) && (inOneOf(bounds.open, real) || !inOneOf(bounds.closed, real));
}

/** The workspace, then the user's extra roots. */
export function rootsOf({ root, extra = [] }: Pick<Bounds, "root" | "extra">): readonly string[] {
  return [root, ...extra];
}

/** The root that contains a real path within the bounds; the workspace if several do. */
export function rootAround(bounds: Bounds, real: string): string {
  return rootsOf(bounds).find((root) => isInside({ path: real, folder: root })) ?? bounds.root;
}

function inOneOf(folders: readonly string[] = [], path: string): boolean {
  return folders.some((folder) => isInside({ path, folder }));
}

/** Bounds of a session. A workspace inside a closed folder is closed as well, unless it lies in an open one. */
export async function boundsOf(
  workspace: string,
  { closedFolders = [], openFolders = [], extraRoots = [] }: OwnFolders,
): Promise<Bounds> {
  const real = (folders: readonly string[]) =>
    Promise.all(folders.map((folder) => realPlace(resolve(folder))));
  return {
    root: workspace,
    closed: await real(closedFolders),
    open: await real(openFolders),
    ...(extraRoots.length > 0 && { extra: extraRoots }),
  };
}

function refuseMalformed(asked: string): void {
  if (asked === "") throw new Refusal("The path is empty. Use . for the workspace.");
  if (asked.includes("\0")) throw new Refusal("The path holds a NUL character.");
  if (Buffer.byteLength(asked) > longestPathBytes) throw new Refusal("The path is too long.");
  if (/^(~|file:)/i.test(asked)) throw outside(asked);
  if (process.platform === "win32" && isWindowsTrap(asked)) throw outside(asked);
}

function outside(asked: string): Refusal {
  const shown = visibleName(asked.length > 200 ? `${asked.slice(0, 200)}…` : asked);
  const way = /^\/(?:var\/)?tmp(?:\/|$)/.test(asked)
    ? "Only shell reaches what a command left in /tmp: show it with cat, or copy it into the workspace."
    : "Use a path relative to the workspace folder.";
  return new Refusal(`${shown} is outside the workspace. ${way}`);
}

function nameIn(root: string, path: string): string {
  const name = isInside({ path, folder: root }) ? relative(root, path) || "." : path;
  return name.split(sep).join("/");
}

/**
 * The real path of the deepest part that exists, and the rest as written. Within the bounds, a missing name matches one that
 * differs only in Unicode form and blanks: the two look alike, so a second file would be a mistake.
 */
export async function realPlace(path: string, bounds?: Bounds): Promise<string> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      const real = await realpath(at);
      const [next, ...rest] = missing;
      const alike =
        next !== undefined && bounds && isAllowed(bounds, real) ? await alikeName(real, next) : undefined;
      if (alike !== undefined) return await realPlace(join(real, alike, ...rest), bounds);
      return join(real, ...missing);
    } catch (error) {
      const code = systemCode(error);
      if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
      if (await isLink(at)) throw new Refusal("The path runs through a symbolic link that leads nowhere.");
      if (dirname(at) === at || !isAbsolute(at)) throw error;
      missing.unshift(basename(at));
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path).catch(absent))?.isSymbolicLink() === true;
}

/** A folder with more entries is not read. */
const mostEntries = 20_000;

/**
 * The one name in a folder that differs from `name` only in Unicode form and blanks: `é` as one or two characters, a no-break space
 * for a space. Undefined without a match; refuses several.
 */
async function alikeName(folder: string, name: string): Promise<string | undefined> {
  const wanted = plainForm(name);
  const found: string[] = [];
  let left = mostEntries;
  try {
    for await (const entry of await opendir(folder, { bufferSize: 512 })) {
      if (--left < 0) return undefined;
      if (plainForm(entry.name) === wanted) found.push(entry.name);
    }
  } catch (error) {
    absent(error);
    return undefined;
  }
  if (found.length < 2) return found[0];
  const names = found.map((one) => JSON.stringify(visibleName(one))).join(", ");
  throw new Refusal(`Several names differ from that only in blanks or accents: ${names}. Rename one first.`);
}

function plainForm(name: string): string {
  return name
    .normalize("NFC")
    .replaceAll(/[\p{Zs}\t]+/gu, " ")
    .trim();
}
