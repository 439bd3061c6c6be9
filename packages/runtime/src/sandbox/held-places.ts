import { rmdir, stat, unlink } from "node:fs/promises";
import { reportUnexpected } from "@kestrel/diagnostics";

/**
 * Sealing a missing path leaves an empty mount point behind. It is removed when the last command that relies on it has ended: sooner would
 * remove the seal of the others.
 */
export class HeldPlaces {
  readonly #holders = new Map<string, number>();

  hold(paths: readonly string[]): void {
    for (const path of paths) this.#holders.set(path, (this.#holders.get(path) ?? 0) + 1);
  }

  /** Paths that Kestrel holds count as missing: what exists there is the seal. */
  isHeld(path: string): boolean {
    return this.#holders.has(path);
  }

  async release(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const left = (this.#holders.get(path) ?? 1) - 1;
      if (left > 0) {
        this.#holders.set(path, left);
        continue;
      }
      await removeEmpty(path);
      this.#holders.delete(path);
    }
  }
}

/** Removes an empty file or folder. Keeps one that was filled meanwhile. */
async function removeEmpty(path: string): Promise<void> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) await rmdir(path);
    else if (facts.isFile() && facts.size === 0) await unlink(path);
  } catch (error) {
    // Already removed, or not empty.
    reportUnexpected("removing a held place", error);
  }
}
