import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";

/** The identity of a path: its target as a link, its file or folder, and the folders above it. */
export type PlaceIdentity = { leads?: string; self: string; above: string };

/** The identity of a path in the workspace. Undefined when nothing exists there. */
export async function identityOf(workspace: string, name: string): Promise<PlaceIdentity | undefined> {
  const parts = name.split("/");
  const folders = parts.slice(0, -1).map((_, at) => join(workspace, ...parts.slice(0, at + 1)));
  try {
    const above = (await Promise.all(folders.map(marks))).join(" ");
    const path = join(workspace, name);
    const leads = await readlink(path).catch(absent);
    if (leads === undefined) return { self: await marks(path), above };
    return { leads, self: await ledTo(workspace, path), above };
  } catch (error) {
    absent(error);
    return undefined;
  }
}

/** Inode numbers are reused, so the creation time is included; for a file also its last change. */
async function marks(path: string): Promise<string> {
  const facts = await lstat(path, { bigint: true });
  const { dev, ino, birthtimeNs, ctimeNs } = facts;
  return [dev, ino, birthtimeNs, facts.isFile() ? ctimeNs : ""].join(":");
}

/** A sandboxed command changes nothing outside the workspace. */
async function ledTo(workspace: string, path: string): Promise<string> {
  const real = await realpath(path).catch(absent);
  if (real === undefined || !isInside({ path: real, folder: workspace })) return "";
  const { dev, ino, birthtimeNs } = await stat(real, { bigint: true });
  return [dev, ino, birthtimeNs].join(":");
}
