import { randomBytes } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { chmod, lstat, readdir, readlink, rename, symlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { systemCode } from "../answer/system-code.ts";
import { openFolder } from "../place/open-folder.ts";
import { isObeyed, obeyedFolder } from "./obeyed-names.ts";

/** A command that makes such names again and again is seen to when it is over. */
const mostAtOnce = 20;

/** What was put aside: its name from the workspace, absolute in an extra root, and the one it has now; undefined where it could not be renamed. */
export type PutAside = { name: string; aside: string | undefined };

/** Stands by a command in the sandbox. */
export type Guard = {
  /** Called once, when the command is over: everything that was put aside meanwhile. Never rejects. */
  settle(): Promise<readonly PutAside[]>;
};

/**
 * No mount can seal what does not exist without leaving something behind. So what appears at a place that others obey, while a
 * command runs in the sandbox, is put aside under another name as soon as it is seen, and at the latest when the command is
 * over: renamed, never deleted, because nobody can tell who made it. What Kestrel writes itself, with leave, is expected.
 */
export class GuardedPlaces {
  readonly #guards = new Set<StandingGuard>();

  /** Before the command starts. `prefix` is put before the names that are told. */
  async begin(workspace: string, prefix = ""): Promise<Guard> {
    const guard = new StandingGuard(workspace, prefix, (gone) => this.#guards.delete(gone));
    this.#guards.add(guard);
    await guard.learn();
    return guard;
  }

  /** Before Kestrel itself makes something at an absolute, real path. */
  expect(path: string): void {
    for (const guard of this.#guards) guard.expect(path);
  }

  /** Around a command that runs outside the sandbox, which a person allowed: what appears meanwhile stays. */
  async pause(workspace: string): Promise<() => Promise<void>> {
    const paused = [...this.#guards].filter((guard) => guard.workspace === workspace);
    for (const guard of paused) guard.pause();
    return async () => {
      await Promise.all(paused.map((guard) => guard.resume()));
    };
  }
}

class StandingGuard implements Guard {
  readonly workspace: string;
  readonly #prefix: string;
  readonly #gone: (guard: StandingGuard) => void;
  readonly #asides: PutAside[] = [];
  /** Names that are there, and where they lead when they are links. */
  #known = new Map<string, string | undefined>();
  #watcher: FSWatcher | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #pauses = 0;

  constructor(workspace: string, prefix: string, gone: (guard: StandingGuard) => void) {
    this.workspace = workspace;
    this.#prefix = prefix;
    this.#gone = gone;
  }

  async learn(): Promise<void> {
    this.#known = await obeyedIn(this.workspace);
    try {
      this.#watcher = watch(this.workspace, { persistent: false }, (_, name) => {
        if (name === null || isObeyed(name) || name === obeyedFolder) this.#sweep();
      });
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // Nothing to be told by: then it is seen when the command is over.
    }
  }

  expect(path: string): void {
    const [top = "", below = ""] = relative(this.workspace, path).split(sep);
    for (const name of [top, `${top}/${below}`])
      if (isObeyed(name) || name === obeyedFolder) this.#known.set(name, undefined);
  }

  pause(): void {
    this.#pauses += 1;
  }

  async resume(): Promise<void> {
    const now = await obeyedIn(this.workspace);
    this.#pauses -= 1;
    for (const [name, leads] of now) this.#known.set(name, leads);
  }

  async settle(): Promise<readonly PutAside[]> {
    this.#watcher?.close();
    this.#sweep();
    await this.#sweeping;
    this.#gone(this);
    return this.#asides.map(({ name, aside }) => ({
      name: this.#prefix + name,
      aside: aside === undefined ? undefined : this.#prefix + aside,
    }));
  }

  #sweep(): void {
    this.#sweeping = this.#sweeping.then(() => this.#putAside()).catch(() => {});
  }

  async #putAside(): Promise<void> {
    if (this.#pauses > 0) return;
    for (const [name, leads] of await obeyedIn(this.workspace)) {
      const before = this.#known.get(name);
      if (this.#known.has(name) && before === leads) continue;
      const put = await renamedAside(this.workspace, name);
      if (put === "gone") continue;
      this.#asides.push(put);
      if (this.#asides.length >= mostAtOnce) this.#watcher?.close();
      if (before !== undefined) await symlink(before, join(this.workspace, name)).catch(() => {});
    }
  }
}

/** The names at the top, and in `.config` where that is a folder, that others obey. */
async function obeyedIn(workspace: string): Promise<Map<string, string | undefined>> {
  const top = await namesIn(workspace);
  const names = top.filter((name) => isObeyed(name));
  if (top.includes(obeyedFolder)) {
    const leads = await readlink(join(workspace, obeyedFolder)).catch(() => undefined);
    if (leads !== undefined) names.push(obeyedFolder);
    else {
      const inner = await namesIn(join(workspace, obeyedFolder));
      names.push(...inner.map((name) => `${obeyedFolder}/${name}`).filter((name) => isObeyed(name)));
    }
  }
  const found = names.map(
    async (name) => [name, await readlink(join(workspace, name)).catch(() => undefined)] as const,
  );
  return new Map(await Promise.all(found));
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** The folder is held open meanwhile: a command that still runs could put a link in its place. */
async function renamedAside(workspace: string, name: string): Promise<PutAside | "gone"> {
  const aside = `${name}.put-aside-${randomBytes(3).toString("hex")}`;
  const bounds = { root: workspace, closed: [] };
  const attempt = async () => {
    const folder = await openFolder(bounds, dirname(join(workspace, name)));
    try {
      const [last = "", asideLast = ""] = [name, aside].map((one) => one.split("/").at(-1));
      await rename(folder.child(last), folder.child(asideLast));
    } finally {
      await folder.close();
    }
  };
  try {
    // A command may have taken the right to write from the workspace itself.
    await attempt().catch(async () => {
      const { mode } = await lstat(workspace);
      await chmod(workspace, (mode & 0o7777) | 0o700);
      await attempt();
    });
    return { name, aside };
  } catch (error) {
    return systemCode(error) === "ENOENT" ? "gone" : { name, aside: undefined };
  }
}
