import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isInside } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { Bounds } from "../place/confined-path.ts";
import { isSecret } from "../place/protected-paths.ts";

/** Entries checked below a folder; a larger folder needs approval because something may be missed. */
const mostEntries = 20_000;

/**
 * Whether a path may be read without approval: it is neither a known secret nor a pipe, socket or device, and for a recursive read
 * (`below`) it contains no secret. With `follows` everything below must be a file or a folder.
 */
export async function mayRead(
  real: string,
  { below, follows = false }: { below: boolean; follows?: boolean },
): Promise<boolean> {
  if (isSecret({ real, asked: real })) return false;
  if (await mayWait(real)) return false;
  return !below || holdsNoSecret(real, follows);
}

/** A pipe, a socket or a device: reading it takes another program's data or blocks forever. */
async function mayWait(real: string): Promise<boolean> {
  const facts = await lstat(real).catch(absent);
  return facts !== undefined && !facts.isFile() && !facts.isDirectory();
}

async function holdsNoSecret(folder: string, follows: boolean): Promise<boolean> {
  let left = mostEntries;
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = (await readdir(at, { withFileTypes: true }).catch(absent)) ?? [];
    left -= entries.length;
    if (left < 0) return false;
    for (const entry of entries) {
      const real = join(at, entry.name);
      if (isSecret({ real, asked: real })) return false;
      if (follows && !entry.isFile() && !entry.isDirectory()) return false;
      if (entry.isDirectory()) folders.push(real);
    }
  }
  return true;
}

/** Whether a folder, such as the home folder, contains one of Kestrel's own: a recursive command would read it. */
export function holdsClosedFolder({ closed }: Pick<Bounds, "closed">, folder: string): boolean {
  return closed.some((one) => isInside({ path: one, folder }));
}
