import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hasDebianPackages, unpackDebianPackages } from "./debian-packages.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, say } from "./places.mjs";

/** Debian's name of a processor's library folder. */
const triplets = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };

/** The first of these programs that the user has in PATH; `undefined` when there is none. */
export function inPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/**
 * A program from the system's own packages, unpacked into the folder `name` of the cache at first use; `undefined` when the system has
 * none. `arrange` puts `program` at the top of the unpacked `draft`, which is later moved to `home`, with libraries in folders of that
 * `triplet`; `prove` throws when it does not run, and then everything is removed.
 */
export async function unpackedProgram({ name, program = name, packages = [name], need, arrange, prove }) {
  const home = join(cacheFolder, name);
  const path = join(home, program);
  if (existsSync(path)) return path;
  const triplet = triplets[process.arch];
  if (!triplet || !hasDebianPackages()) return undefined;
  mkdirSync(cacheFolder, { recursive: true });
  return withLock(join(cacheFolder, `${name}.lock`), async () => {
    if (existsSync(path)) return path;
    const draft = join(cacheFolder, `${name}-${randomUUID()}`);
    try {
      say(`the tests need ${need}: unpacking the system's own ${name} into the cache`);
      unpackDebianPackages(packages, draft);
      arrange({ draft, home, triplet });
      rmSync(home, { recursive: true, force: true });
      renameSync(draft, home);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    try {
      prove(path);
    } catch (error) {
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
    return path;
  });
}

/** Makes `path` an executable of one shell command, with its preparation before it. */
export function writeLauncher(path, ...lines) {
  writeFileSync(path, `${["#!/bin/sh", ...lines].join("\n")}\n`);
  chmodSync(path, 0o755);
}
