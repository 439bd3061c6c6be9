import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Refusal } from "../answer/refusal.ts";
import { systemCode } from "../answer/system-code.ts";
import { type Bounds, isAllowed, rootAround } from "./confined-path.ts";

/** An open folder. On Linux names are resolved in it even after it moved; elsewhere by its path. */
export type OpenFolder = {
  child(name: string): string;
  sync(): Promise<void>;
  close(): Promise<void>;
};

const folderFlags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens the folder at a real path within the bounds, step by step from its root without following links, so that a component swapped
 * for a link after the check is refused. `make` creates missing folders.
 */
export async function openFolder(bounds: Bounds, real: string, make = false): Promise<OpenFolder> {
  const root = rootAround(bounds, real);
  let at = root;
  let folder = await opened(at, at);
  for (const name of relative(root, real).split(sep).filter(Boolean)) {
    try {
      const next = folder.child(name);
      at = join(at, name);
      const inner = await openedOrMade(next, at, make);
      await folder.close();
      folder = inner;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return folder;
}

/** Rejects when the opened path is outside the bounds: something moved during the open. */
export async function refuseMoved(bounds: Bounds, handle: FileHandle, path: string): Promise<void> {
  const real = await (process.platform === "linux" ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(path));
  if (!isAllowed(bounds, real)) throw new Refusal("That path now leads outside the workspace.");
}

async function openedOrMade(path: string, real: string, make: boolean): Promise<OpenFolder> {
  try {
    return await opened(path, real);
  } catch (error) {
    if (!make || systemCode(error) !== "ENOENT") throw error;
    await mkdir(path).catch((reason) => {
      if (systemCode(reason) !== "EEXIST") throw reason;
    });
    return opened(path, real);
  }
}

async function opened(path: string, real: string): Promise<OpenFolder> {
  // Windows cannot open folders; the path itself is used there.
  if (process.platform === "win32")
    return { child: (name) => join(real, name), sync: async () => {}, close: async () => {} };
  const handle = await open(path, folderFlags);
  const base = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : real;
  return {
    child: (name) => `${base}/${name}`,
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}
