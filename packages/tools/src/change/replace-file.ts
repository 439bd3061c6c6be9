import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, link, lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { Refusal } from "../answer/refusal.ts";
import { systemCode } from "../answer/system-code.ts";
import type { Bounds, ConfinedPath } from "../place/confined-path.ts";
import { hashOf, readWhole } from "../place/file-content.ts";
import { readFlags } from "../place/open-file.ts";
import { type OpenFolder, openFolder, refuseMoved } from "../place/open-folder.ts";

const writeFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const overFlags = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Bytes: larger files are neither restored nor changed. */
const largestWritten = 64 * 1024 * 1024;
const temporaryName = /^\.kestrel-[0-9a-f]{12}\.tmp$/;
const staleMs = 60_000;

export type Replaced = {
  /** The file's hard links: the other names keep the old content. */
  names: number;
};

/**
 * Replaces a file with `bytes` in one step: readers see the old or the new content, also after a crash. Keeps the mode unless
 * another is given, and breaks hard links. Overwrites a file that cannot be replaced: a mount point, or one in a read-only
 * folder. Refuses when the file is not what `expected` names (undefined: it must not exist). Creates missing folders.
 */
export async function replaceFile(
  bounds: Bounds,
  place: ConfinedPath,
  bytes: Uint8Array,
  expected: string | undefined,
  mode?: number,
): Promise<Replaced> {
  const folder = await openFolder(bounds, dirname(place.real), expected === undefined);
  const target = folder.child(basename(place.real));
  const before = await presentFile(target);
  try {
    await replaceIn(folder, { bounds, place, bytes, expected, mode, before });
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (!irreplaceable.has(code)) throw error;
    const name = visibleName(dirname(place.path));
    if (!before?.isFile() || expected === undefined)
      throw new ReadOnlyFolder(`The folder ${name} is read-only here (${code}): nothing can be made in it.`);
    if (before.nlink > 1)
      throw new ReadOnlyFolder(
        `The folder ${name} is read-only here (${code}), and the file has ${before.nlink} names (hard links): writing would change all of them. Nothing was written.`,
      );
    await writeOver(bounds, target, place, { bytes, expected, mode });
  } finally {
    await folder.close();
  }
  return { names: before?.nlink ?? 1 };
}

/** The folder does not allow creating or replacing files. */
export class ReadOnlyFolder extends Refusal {}

/** Errors for a folder that takes no new names, or a mounted-on name. */
const irreplaceable = new Set(["EACCES", "EPERM", "EROFS", "EBUSY", "EXDEV"]);

type Replacement = {
  bounds: Bounds;
  place: ConfinedPath;
  bytes: Uint8Array;
  expected: string | undefined;
  mode: number | undefined;
  before: Stats | undefined;
};

async function replaceIn(folder: OpenFolder, wanted: Replacement): Promise<void> {
  const { bounds, place, bytes, expected, mode, before } = wanted;
  const temporary = folder.child(`.kestrel-${randomBytes(6).toString("hex")}.tmp`);
  await sweepStale(folder);
  await writeTemporary(bounds, temporary, place, { bytes, mode, before });
  try {
    await putInPlace(temporary, folder.child(basename(place.real)), expected);
  } catch (error) {
    await unlink(temporary).catch(passOver("removing a draft"));
    throw error;
  }
  await folder.sync();
}

/** Not atomic: restores the old content when the disk takes only a part. */
async function writeOver(
  bounds: Bounds,
  target: string,
  place: ConfinedPath,
  { bytes, expected, mode }: { bytes: Uint8Array; expected: string; mode: number | undefined },
): Promise<void> {
  const file = await open(target, overFlags);
  try {
    await refuseMoved(bounds, file, place.real);
    const old = await readWhole(file, largestWritten);
    if (old === undefined || hashOf(old) !== expected)
      throw new Refusal("The file changed on disk just now. Read it again; nothing was written.");
    try {
      await fill(file, bytes);
    } catch (error) {
      await fill(file, old).catch(passOver("putting a file back"));
      throw error;
    }
    if (mode !== undefined) await file.chmod(mode & 0o7777).catch(passOver("keeping a mode"));
  } finally {
    await file.close();
  }
}

async function fill(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
  await file.truncate(bytes.length);
  await file.sync();
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
    await unlink(temporary).catch(passOver("removing a draft"));
    throw error;
  } finally {
    await file.close();
  }
}

/** Only root may change a file's owner; for other users the new file is their own. */
async function keepOwnerAndMode(file: FileHandle, before: Stats): Promise<void> {
  await file.chown(before.uid, before.gid).catch(passOver("keeping an owner"));
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
    // A file system without hard links has no atomic create-if-absent; the check above has to do.
    if (systemCode(error) === "EEXIST") throw error;
    await rename(temporary, target);
  }
}

async function presentFile(target: string): Promise<Stats | undefined> {
  return lstat(target).catch(absent);
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
    const bytes = await readWhole(file, largestWritten);
    return bytes ? hashOf(bytes) : "";
  } finally {
    await file.close();
  }
}

/** Removes what a crash during an earlier change left in this folder. */
async function sweepStale(folder: OpenFolder): Promise<void> {
  const names = (await readdir(folder.child(".")).catch(absent)) ?? [];
  for (const name of names.filter((name) => temporaryName.test(name))) {
    const path = folder.child(name);
    const facts = await lstat(path).catch(absent);
    if (facts && Date.now() - facts.mtimeMs > staleMs)
      await unlink(path).catch(passOver("removing an old draft"));
  }
}
