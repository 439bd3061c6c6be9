import { randomBytes } from "node:crypto";
import { access, mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashOf } from "../place/file-content.ts";

/** Keeps bytes under their hash: hex SHA-256. Resolves when they are on disk; the same bytes twice are kept once. */
export interface Blobs {
  put(bytes: Uint8Array): Promise<string>;
}

/** Blobs as files, `ab/cdef…`, in a folder that only the user can read. */
export function fileBlobs(folder: string): Blobs {
  return {
    put: async (bytes) => {
      const hash = hashOf(bytes);
      const path = join(folder, hash.slice(0, 2), hash.slice(2));
      if (!(await exists(path))) await keep(path, bytes);
      return hash;
    },
  };
}

async function keep(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(4).toString("hex")}`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
