import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { visibleName } from "@kestrel/text";
import { Refusal } from "../answer/refusal.ts";
import { type Bounds, type ConfinedPath, rootsOf } from "./confined-path.ts";
import { openFolder, refuseMoved } from "./open-folder.ts";

/** Never blocks on a pipe, follows a link or acquires a terminal. */
export const readFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Opens a regular file for reading, passes it to `use`, and always closes it. */
export async function withFile<Result>(
  bounds: Bounds,
  place: ConfinedPath,
  use: (handle: FileHandle, stat: Stats) => Promise<Result>,
): Promise<Result> {
  if (place.real === bounds.root) throw new Refusal("That is the workspace folder, not a file.");
  if (rootsOf(bounds).includes(place.real)) throw new Refusal("That is a folder, not a file.");
  const folder = await openFolder(bounds, dirname(place.real));
  try {
    const handle = await open(folder.child(basename(place.real)), readFlags);
    try {
      await refuseMoved(bounds, handle, place.real);
      const stat = await handle.stat();
      if (stat.isDirectory()) throw new Refusal(`${visibleName(place.path)} is a folder, not a file.`);
      if (!stat.isFile())
        throw new Refusal(`${visibleName(place.path)} is not a regular file (a pipe, socket or device).`);
      return await use(handle, stat);
    } finally {
      await handle.close();
    }
  } finally {
    await folder.close();
  }
}
