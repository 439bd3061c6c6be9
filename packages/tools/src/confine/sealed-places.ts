import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Confinement, isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { gitFileIn } from "../place/git-file.ts";
import { obeyedNames } from "./obeyed-names.ts";

type Sealed = Confinement["sealed"][number];

/** Folders searched for nested repositories, nearest first. */
const mostFolders = 400;

/** Folders of generated files. They are skipped, because users do not work in them. */
const passedOver = new Set([".git", "node_modules", "target", "dist", "build", ".venv", "__pycache__"]);

/**
 * What a sandboxed command may not change in its workspace: paths that other programs run or obey. `.git` is sealed even if missing,
 * and then also what would make the workspace itself a repository: the user's shell prompt would obey it. Of the others, existing paths
 * are sealed; new ones are quarantined by `GuardedPlaces`, unless `missing` says that this system can seal missing names. Undefined
 * when `.git` is a link, which a mount cannot seal, or a file whose target folder cannot be determined.
 */
export async function sealedPlaces(
  workspace: string,
  git: "sealed" | "open",
  missing: "seal" | "leave" = "leave",
): Promise<Sealed[] | undefined> {
  const others = obeyedNames.map((name) => sealOfName(workspace, name, missing));
  const rest = (await Promise.all(others)).flatMap((seal) => seal ?? []);
  if (git === "open") return rest;
  const own = join(workspace, ".git");
  const seal = await sealOf(own);
  if (seal === "link") return undefined;
  const nested = await nestedRepositories(workspace);
  if (nested === undefined) return undefined;
  if (seal === "absent") {
    const held: Sealed[] = [
      { path: own, kind: "folder" },
      { path: join(workspace, "HEAD"), kind: "file" },
    ];
    return [...rest, ...nested, ...held];
  }
  const held = await withLinked(workspace, seal);
  return held && [...rest, ...nested, ...held];
}

/** For a link into the workspace, its target is sealed. */
async function sealOfName(
  workspace: string,
  name: string,
  missing: "seal" | "leave",
): Promise<Sealed | undefined> {
  const asked = join(workspace, name.replace(/\/$/, ""));
  const folder = (await realpath(dirname(asked)).catch(absent)) ?? dirname(asked);
  if (folder !== workspace && !isInside({ path: folder, folder: workspace })) return undefined;
  const path = join(folder, basename(asked));
  const seal = await sealOf(path);
  if (typeof seal === "object") return seal;
  if (seal === "absent") {
    const kind = name.endsWith("/") ? "folder" : "file";
    return missing === "seal" ? { path, kind } : undefined;
  }
  const real = await realpath(path).catch(absent);
  const led =
    real !== undefined &&
    isInside({ path: real, folder: workspace }) &&
    real !== workspace &&
    (await sealOf(real));
  return typeof led === "object" ? led : undefined;
}

async function sealOf(path: string): Promise<Sealed | "absent" | "link"> {
  const facts = await lstat(path).catch(absent);
  if (!facts) return "absent";
  if (facts.isSymbolicLink()) return "link";
  return { path, kind: facts.isDirectory() ? "folder" : "file" };
}

async function nestedRepositories(workspace: string): Promise<Sealed[] | undefined> {
  const found: (Sealed[] | undefined)[] = [];
  let level = await foldersIn(workspace);
  for (let left = mostFolders; left > 0 && level.length > 0; ) {
    const looked = level.slice(0, left);
    left -= looked.length;
    const below = await Promise.all(
      looked.map(async (folder) => {
        const seal = await sealOf(join(folder, ".git"));
        if (typeof seal === "object") found.push(await withLinked(workspace, seal));
        return foldersIn(folder);
      }),
    );
    level = below.flat();
  }
  return found.some((held) => held === undefined) ? undefined : found.flatMap((held) => held ?? []);
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
  return entries
    .filter((entry) => entry.isDirectory() && !passedOver.has(entry.name))
    .map(({ name }) => join(folder, name));
}

/** A repository's `.git`, and the target of a `.git` file if it is in the workspace: everything else is read-only anyway. */
async function withLinked(workspace: string, git: Sealed): Promise<Sealed[] | undefined> {
  const linked = git.kind === "file" ? await gitFileIn(dirname(git.path)) : undefined;
  if (!linked) return [git];
  const path = linked.leadsTo;
  if (path === undefined) return undefined;
  const isHeld = isInside({ path, folder: workspace }) && (await sealOf(path)) !== "absent";
  return isHeld ? [git, { path, kind: "folder" }] : [git];
}
