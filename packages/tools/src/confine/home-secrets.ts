import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { secretNames } from "../place/protected-paths.ts";

/** Existing paths in a home folder that are known to contain keys, tokens and histories: real paths, no patterns. */
export async function homeSecrets(home: string): Promise<string[]> {
  const found = await Promise.all(
    secretNames.map((name) => matching(home, name.replace(/\/$/, "").split("/"))),
  );
  return [...new Set(found.flat())];
}

async function matching(folder: string, [part, ...rest]: readonly string[]): Promise<string[]> {
  if (part === undefined) return [folder];
  const names = part.includes("*") ? await namesLike(folder, part) : [part];
  const paths = await Promise.all(names.map((name) => existing(join(folder, name))));
  return (await Promise.all(paths.flat().map((path) => matching(path, rest)))).flat();
}

async function namesLike(folder: string, part: string): Promise<string[]> {
  const [before = "", after = ""] = part.split("*");
  const names = (await readdir(folder).catch(absent)) ?? [];
  return names.filter((name) => name.startsWith(before) && name.endsWith(after));
}

async function existing(path: string): Promise<string[]> {
  return (await stat(path).catch(absent)) ? [path] : [];
}
