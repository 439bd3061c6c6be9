import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { RefusedFile } from "@kestrel/protocol";
import type { FileImage } from "@kestrel/session-state";
import { systemCode } from "../answer/system-code.ts";
import { type Bounds, type ConfinedPath, confine, isAllowed } from "../place/confined-path.ts";
import { hashOf, readWhole } from "../place/file-content.ts";
import { readFlags } from "../place/open-file.ts";
import { openFolder, refuseMoved } from "../place/open-folder.ts";

/** Bytes. No tool writes a larger file, so a larger one was changed outside Kestrel. */
const largest = 64 * 1024 * 1024;

/** The current file or link at a path. The `bytes` of a link are its target path. */
export type PresentFile = FileImage & { mode: number; bytes: Buffer };

/** The file cannot be restored, with the reason. */
export class Unrestorable extends Error {
  override readonly name = "Unrestorable";
  readonly reason: RefusedFile["reason"];

  constructor(reason: RefusedFile["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** The path of a file that the session changed: neither the file nor its folders are followed as links. */
export async function placeOf(bounds: Bounds, path: string): Promise<ConfinedPath> {
  const parent = dirname(path);
  const folder = await confine(bounds, parent);
  const real = join(folder.real, basename(path));
  if (folder.path !== parent || !isAllowed(bounds, real)) throw new Unrestorable("moved");
  return { path, real, asked: path };
}

/** Undefined when nothing exists. Rejects for anything but a file or link. */
export async function presentFile(bounds: Bounds, place: ConfinedPath): Promise<PresentFile | undefined> {
  try {
    const folder = await openFolder(bounds, dirname(place.real));
    try {
      return await looked(bounds, folder.child(basename(place.real)), place);
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function looked(bounds: Bounds, at: string, place: ConfinedPath): Promise<PresentFile> {
  const stat = await lstat(at);
  if (stat.isSymbolicLink()) return imageOf(stat, Buffer.from(await readlink(at)));
  if (!stat.isFile()) throw new Unrestorable("not_a_file");
  const file = await open(at, readFlags);
  try {
    await refuseMoved(bounds, file, place.real);
    return imageOf(await file.stat(), await bytesOf(file));
  } finally {
    await file.close();
  }
}

async function bytesOf(file: FileHandle): Promise<Buffer> {
  const bytes = await readWhole(file, largest);
  if (!bytes) throw new Unrestorable("changed");
  return bytes;
}

function imageOf({ mode }: Stats, bytes: Buffer): PresentFile {
  return { hash: hashOf(bytes), mode, bytes };
}

/** Whether both are absent, or both have the same bytes and kind (file or link). */
export function isSame(one: FileImage | undefined, other: FileImage | undefined): boolean {
  if (!one || !other) return one === other;
  return one.hash === other.hash && isLink(one) === isLink(other);
}

export function isLink({ mode = 0 }: Pick<FileImage, "mode">): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFLNK;
}
