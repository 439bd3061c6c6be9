import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Confinement, isInside } from "@kestrel/core";
import { obeyedNames } from "./obeyed-names.ts";

type Sealed = Confinement["sealed"][number];

/** Folders below the workspace that are looked into for repositories of their own. */
const mostFolders = 200;

/**
 * What a command in the sandbox may not change in its workspace: what others run or obey there. `.git` is sealed even where
 * there is none, and then what makes the workspace itself a repository, too: the user's own prompt would obey what appears.
 * Of the others what is there is sealed; what appears is put aside by `GuardedPlaces`, unless `absent` says that this system
 * seals names that nothing has. Undefined where `.git` is a link, which no mount can hold.
 */
export async function sealedPlaces(
  workspace: string,
  git: "sealed" | "open",
  absent: "seal" | "leave" = "leave",
): Promise<Sealed[] | undefined> {
  const others = obeyedNames.map((name) => sealOfName(workspace, name, absent));
  const rest = (await Promise.all(others)).flatMap((seal) => seal ?? []);
  if (git === "open") return rest;
  const own = join(workspace, ".git");
  const seal = await sealOf(own);
  if (seal === "link") return undefined;
  const nested = await nestedRepositories(workspace);
  if (seal === "absent") {
    const held: Sealed[] = [
      { path: own, kind: "folder" },
      { path: join(workspace, "HEAD"), kind: "file" },
    ];
    return [...rest, ...nested, ...held];
  }
  const linked = seal.kind === "file" ? await linkedFolder(workspace, own) : undefined;
  return [...rest, ...nested, seal, ...(linked ? [{ path: linked, kind: "folder" as const }] : [])];
}

/** Where the name is a link into the workspace, what it leads to is sealed. */
async function sealOfName(
  workspace: string,
  name: string,
  absent: "seal" | "leave",
): Promise<Sealed | undefined> {
  const path = join(workspace, name.replace(/\/$/, ""));
  const seal = await sealOf(path);
  if (typeof seal === "object") return seal;
  if (seal === "absent") {
    const kind = name.endsWith("/") ? "folder" : "file";
    return absent === "seal" ? { path, kind } : undefined;
  }
  const real = await realpath(path).catch(() => undefined);
  const led =
    real !== undefined &&
    isInside({ path: real, folder: workspace }) &&
    real !== workspace &&
    (await sealOf(real));
  return typeof led === "object" ? led : undefined;
}

async function sealOf(path: string): Promise<Sealed | "absent" | "link"> {
  const facts = await lstat(path).catch(() => undefined);
  if (!facts) return "absent";
  if (facts.isSymbolicLink()) return "link";
  return { path, kind: facts.isDirectory() ? "folder" : "file" };
}

async function nestedRepositories(workspace: string): Promise<Sealed[]> {
  const entries = await readdir(workspace, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory() && entry.name !== ".git")
    .slice(0, mostFolders);
  const seals = await Promise.all(folders.map(({ name }) => sealOf(join(workspace, name, ".git"))));
  return seals.flatMap((seal) => (typeof seal === "object" ? [seal] : []));
}

/** Where the `.git` of a worktree or submodule points, when that lies in the workspace: everywhere else is read-only anyway. */
async function linkedFolder(workspace: string, file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(text.slice(0, 4096))?.[1];
  if (target === undefined) return undefined;
  const path = resolve(workspace, target);
  return isInside({ path, folder: workspace }) && (await sealOf(path)) !== "absent" ? path : undefined;
}
