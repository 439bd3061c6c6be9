import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { KestrelError } from "@kestrel/core";

/** The real path of a folder a session may live in. Throws `workspace_invalid` with the reason: relative, missing, not_a_folder, forbidden. */
export async function resolveWorkspace(path: string, forbidden: readonly string[]): Promise<string> {
  const refuse = (reason: string) =>
    new KestrelError("workspace_invalid", `${path}: ${reason}`, { path, reason });
  if (!isAbsolute(path) || path.includes("\0")) throw refuse("relative");
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw refuse("missing");
  const facts = await stat(real);
  if (!facts.isDirectory()) throw refuse("not_a_folder");
  for (const folder of forbidden) {
    const closed = await realpath(folder).catch(() => folder);
    if (isInside(real, closed)) throw refuse("forbidden");
  }
  return real;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
