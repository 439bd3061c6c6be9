import { chmod, mkdir, readdir, realpath, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";

/** Milliseconds: ten days, as for a system's own `/tmp` (systemd's tmpfiles.d/tmp.conf). */
const keptMs = 10 * 24 * 60 * 60 * 1000;

/** Folders shared only by one session's commands: its `/tmp` and `/var/tmp`. */
export class SessionFolders {
  readonly #folder: string;
  #swept: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Maps each path inside the sandbox, links resolved, to its folder on this machine. */
  async of(session: string): Promise<ReadonlyMap<string, string>> {
    this.#swept ??= this.#sweep();
    await this.#swept;
    // An id has only letters and digits; other text is not used as a folder name.
    if (!/^[\w-]{1,80}$/.test(session)) return new Map();
    const own = join(this.#folder, session);
    await mkdir(own, { recursive: true, mode: 0o700 });
    // Commands see the places in it, not this folder: only Kestrel sets its time.
    const now = new Date();
    await utimes(own, now, now);
    const places = new Map<string, string>();
    for (const [place, name] of [
      ["/tmp", "tmp"],
      ["/var/tmp", "var-tmp"],
    ] as const) {
      const real = await realpath(place).catch(absent);
      if (real !== undefined && !places.has(real)) places.set(real, join(own, name));
    }
    for (const path of places.values()) {
      // Each time: a command inside may have removed its own access.
      await mkdir(path, { recursive: true });
      await chmod(path, 0o1777);
    }
    return places;
  }

  /** Deletes folders that no session has used for that time. */
  async #sweep(): Promise<void> {
    const names = (await readdir(this.#folder).catch(absent)) ?? [];
    for (const name of names) {
      const path = join(this.#folder, name);
      const used = (await stat(path).catch(absent))?.mtimeMs ?? 0;
      if (Date.now() - used > keptMs)
        await rm(path, { recursive: true, force: true }).catch(passOver("removing a session folder"));
    }
  }
}
