import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, unlink, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { passOver } from "@kestrel/diagnostics";
import { systemCode } from "../answer/system-code.ts";
import { hashOf } from "../place/file-content.ts";

/** Stores bytes by their hash: hex SHA-256. */
export interface Blobs {
  /** Resolves when they are on disk; equal bytes are stored once. */
  put(bytes: Uint8Array): Promise<string>;
  /** Undefined when no blob has that hash. */
  get(hash: string): Promise<Uint8Array | undefined>;
}

/** Blobs as files, `ab/cdef…`, in a folder that only the user can read. */
export function fileBlobs(folder: string): Blobs {
  const placeOf = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2));
  return {
    put: async (bytes) => {
      const hash = hashOf(bytes);
      const path = placeOf(hash);
      if (!(await touched(path))) await keep(path, bytes);
      return hash;
    },
    get: async (hash) => {
      if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
      try {
        return await readFile(placeOf(hash));
      } catch (error) {
        if (systemCode(error) === "ENOENT") return undefined;
        throw error;
      }
    },
  };
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(4).toString("hex")}`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await writeThrough(file, bytes);
    await rename(temporary, path);
  } catch (error) {
    // A partial blob on a full disk would only take space.
    await unlink(temporary).catch(passOver("removing half a blob"));
    throw error;
  }
}

async function writeThrough(file: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether the blob exists. If so, renews its time, so that a cleanup does not delete it before a log names it. */
async function touched(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false, // expected: it is not kept yet
  );
}
