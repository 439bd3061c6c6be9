import { lstat, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Confinement } from "@kestrel/core";
import { isInside } from "../place/is-inside.ts";
import { protectedPlaces } from "../place/protected-places.table.ts";

type Sealed = Confinement["sealed"][number];

/** Folders below the workspace that are looked into for repositories of their own. */
const mostFolders = 200;

const names = ["version control", "agents and Kestrel", "editors", "shells"]
  .flatMap((kind) => protectedPlaces[kind] ?? [])
  .map((name) => name.replace(/\/$/, ""))
  .filter((name) => name !== ".git" && !name.includes("*"));

/**
 * What a command in the sandbox may not change in its workspace: what others run or obey there. `.git` is sealed even where
 * there is none, and then what makes the workspace itself a repository, too: the user's own prompt would obey what appears.
 * Undefined where `.git` is a link, which no mount can hold.
 */
export async function sealedPlaces(workspace: string, git: "sealed" | "open"): Promise<Sealed[] | undefined> {
  const others = await Promise.all(names.map((name) => sealOf(join(workspace, name))));
  const rest = others.flatMap((seal) => (typeof seal === "object" ? [seal] : []));
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
  return isInside(workspace, path) && (await sealOf(path)) !== "absent" ? path : undefined;
}
