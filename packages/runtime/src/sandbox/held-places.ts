import { rmdir, stat, unlink } from "node:fs/promises";
import { reportUnexpected } from "@kestrel/diagnostics";

/**
 * Where a place that does not exist is sealed, the mount leaves something empty behind. It is taken away when the last command
 * that relies on it has ended: sooner, and the seal of the others would be gone with it.
 */
export class HeldPlaces {
  readonly #holders = new Map<string, number>();

  hold(paths: readonly string[]): void {
    for (const path of paths) this.#holders.set(path, (this.#holders.get(path) ?? 0) + 1);
  }

  /** Places that something of ours holds at the moment count as absent: what is there is the seal. */
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
    // Gone, or not empty.
    reportUnexpected("removing a held place", error);
  }
}
