import { randomBytes } from "node:crypto";
import { link, rename, symlink, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { FileImage } from "@kestrel/session-state";
import { replaceFile } from "../change/replace-file.ts";
import type { Bounds, ConfinedPath } from "../place/confined-path.ts";
import { openFolder } from "../place/open-folder.ts";
import { isLink, isSame, type PresentFile, presentFile, Unrestorable } from "./present-file.ts";

/** The content to restore. */
export type Wanted = FileImage & { bytes: Uint8Array };

/** Restores the earlier content of a path, if its current content is `present`. */
export async function putBack(
  bounds: Bounds,
  place: ConfinedPath,
  present: PresentFile | undefined,
  wanted: Wanted | undefined,
): Promise<void> {
  const links = (present && isLink(present)) || (wanted && isLink(wanted));
  if (present && (!wanted || links)) await takeAway(bounds, place, present);
  if (!wanted) return;
  if (isLink(wanted)) return makeLink(bounds, place, wanted);
  await replaceFile(bounds, place, wanted.bytes, links ? undefined : present?.hash, wanted.mode);
}

/** Deletes a file that is still `present`. Renames it before the comparison, and gives a changed file its name back. */
async function takeAway(bounds: Bounds, place: ConfinedPath, present: PresentFile): Promise<void> {
  const folder = await openFolder(bounds, dirname(place.real));
  const name = `.kestrel-${randomBytes(6).toString("hex")}.tmp`;
  const [target, aside] = [folder.child(basename(place.real)), folder.child(name)];
  try {
    await rename(target, aside);
    const taken = { ...place, real: `${dirname(place.real)}/${name}` };
    if (!isSame(await presentFile(bounds, taken), present)) {
      await giveBack(aside, target);
      throw new Unrestorable("changed");
    }
    await unlink(aside);
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Never overwrites a file created meanwhile; then both exist, the moved one under the other name. */
async function giveBack(aside: string, target: string): Promise<void> {
  await link(aside, target);
  await unlink(aside);
}

async function makeLink(bounds: Bounds, place: ConfinedPath, { bytes }: Wanted): Promise<void> {
  const folder = await openFolder(bounds, dirname(place.real), true);
  try {
    await symlink(Buffer.from(bytes), folder.child(basename(place.real)));
    await folder.sync();
  } finally {
    await folder.close();
  }
}
