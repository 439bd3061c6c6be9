import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, link, lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { Refusal } from "../answer/refusal.ts";
import { systemCode } from "../answer/system-code.ts";
import type { Bounds, ConfinedPath } from "../place/confined-path.ts";
import { hashOf } from "../place/file-content.ts";
import { readFlags } from "../place/open-file.ts";
import { type OpenFolder, openFolder, refuseMoved } from "../place/open-folder.ts";

const writeFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const temporaryName = /^\.kestrel-[0-9a-f]{12}\.tmp$/;
const staleMs = 60_000;

/**
 * Puts `bytes` in place of a file in one step: whoever looks sees the old or the new, after a crash too. The mode is kept unless
 * another is given, a hard link is broken. Refuses when the file is not what `expected` names (undefined: there must be none). Makes missing folders.
 */
export async function replaceFile(
  bounds: Bounds,
  place: ConfinedPath,
  bytes: Uint8Array,
  expected: string | undefined,
  mode?: number,
): Promise<void> {
  const folder = await openFolder(bounds, dirname(place.real), expected === undefined);
  const target = folder.child(basename(place.real));
  const temporary = folder.child(`.kestrel-${randomBytes(6).toString("hex")}.tmp`);
  try {
    await sweepStale(folder);
    await writeTemporary(bounds, temporary, place, { bytes, mode, before: await presentFile(target) });
    try {
      await putInPlace(temporary, target, expected);
    } catch (error) {
      await unlink(temporary).catch(() => {});
      throw error;
    }
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeTemporary(
  bounds: Bounds,
  temporary: string,
  place: ConfinedPath,
  { bytes, mode, before }: { bytes: Uint8Array; mode?: number; before: Stats | undefined },
): Promise<void> {
  const file = await open(temporary, writeFlags, before ? 0o600 : 0o666);
  try {
    await refuseMoved(bounds, file, place.real);
    await file.writeFile(bytes);
    if (before) await keepOwnerAndMode(file, before);
    if (mode !== undefined) await file.chmod(mode & 0o7777);
    await file.sync();
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** Only root may give a file away; for everybody else the new file is simply theirs. */
async function keepOwnerAndMode(file: FileHandle, before: Stats): Promise<void> {
  await file.chown(before.uid, before.gid).catch(() => {});
  await file.chmod(before.mode & 0o7777);
}

async function putInPlace(temporary: string, target: string, expected: string | undefined): Promise<void> {
  const present = await presentHash(target);
  if (present !== expected)
    throw new Refusal("The file changed on disk just now. Read it again; nothing was written.");
  if (expected !== undefined) return rename(temporary, target);
  try {
    await link(temporary, target);
    await unlink(temporary);
  } catch (error) {
    // A file system without hard links cannot say "only if there is none"; the check above has to do.
    if (systemCode(error) === "EEXIST") throw error;
    await rename(temporary, target);
  }
}

async function presentFile(target: string): Promise<Stats | undefined> {
  return lstat(target).catch(() => undefined);
}

async function presentHash(target: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await open(target, readFlags);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    if (!(await file.stat()).isFile()) throw new Refusal("That is not a regular file.");
    return hashOf(await file.readFile());
  } finally {
    await file.close();
  }
}

/** What a crash in the middle of an earlier change left in this folder. */
async function sweepStale(folder: OpenFolder): Promise<void> {
  const names = await readdir(folder.child(".")).catch(() => []);
  for (const name of names.filter((name) => temporaryName.test(name))) {
    const path = folder.child(name);
    const age = await lstat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > staleMs) await unlink(path).catch(() => {});
  }
}
