import { randomBytes } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { chmod, lstat, readdir, readlink, rename, symlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { absent, passOver, reportUnexpected } from "@kestrel/diagnostics";
import { systemCode } from "../answer/system-code.ts";
import { openFolder } from "../place/open-folder.ts";
import { isObeyed, obeyedFolder } from "./obeyed-names.ts";
import { identityOf, type PlaceIdentity } from "./place-identity.ts";

/** Renames of one name, and names of one command, after which the command is ended. */
const mostTimes = 3;
const mostNames = 20;

/** A quarantined entry: its name, absolute only in an extra root, and its new name; undefined when the rename failed. */
export type PutAside = { name: string; aside: string | undefined };

/** Watches a sandboxed command. */
export type Guard = {
  /** Fires when the command recreates such entries repeatedly; the reason is the last name. */
  again: AbortSignal;
  /** Called once, when the command has ended: returns everything quarantined during it. Never rejects. */
  settle(): Promise<readonly PutAside[]>;
};

/**
 * A folder that a command may write in. `sealed`: absolute paths in it that are read-only for the command; `prefix` goes before
 * reported names; `obeyed`: additional top-level names that other programs obey.
 */
export type GuardedFolder = {
  workspace: string;
  sealed?: readonly string[];
  prefix?: string;
  obeyed?: readonly string[];
};

/**
 * Renames what appears at a place that other programs obey while a command runs in the sandbox. A mount cannot seal such a
 * place before it exists without leaving something behind. The entry is renamed as soon as it is seen, at the latest when
 * the command is over. It is never deleted, because its author is unknown. A known place is identified by its file or folder
 * and by those above it: a new one of the same name is not known. Kestrel announces its own approved writes by `expecting`.
 */
export class GuardedPlaces {
  readonly #guards = new Set<StandingGuard>();
  readonly #held = new Map<string, number>();

  /** Before the command starts. */
  async begin(folder: GuardedFolder): Promise<Guard> {
    const guard = new StandingGuard(folder, (gone) => this.#guards.delete(gone));
    this.#guards.add(guard);
    await guard.learn();
    return guard;
  }

  /** Wraps a write of Kestrel itself to an absolute, real path: the entry counts as known. */
  async expecting<Made>(path: string, make: () => Promise<Made>): Promise<Made> {
    const done = [...this.#guards].map((guard) => guard.expect(path));
    let made = false;
    try {
      const result = await make();
      made = true;
      return result;
    } finally {
      await Promise.all(done.map((settle) => settle(made)));
    }
  }

  /** Protects scripts that are about to run with content that the user saw: no tool changes them until the release. */
  hold(paths: readonly string[]): () => void {
    for (const path of paths) this.#held.set(path, (this.#held.get(path) ?? 0) + 1);
    return () => {
      for (const path of paths) {
        const left = (this.#held.get(path) ?? 1) - 1;
        if (left > 0) this.#held.set(path, left);
        else this.#held.delete(path);
      }
    };
  }

  isHeld(path: string): boolean {
    return this.#held.has(path);
  }

  /** Wraps an approved command outside the sandbox: entries that appear meanwhile stay. */
  async pause(workspace: string): Promise<() => Promise<void>> {
    const paused = [...this.#guards].filter((guard) => guard.workspace === workspace);
    for (const guard of paused) guard.pause();
    return async () => {
      await Promise.all(paused.map((guard) => guard.resume()));
    };
  }
}

/** `sealed`: no command can replace it, so a new one in the same folder is the user's. */
type Known = { place: PlaceIdentity; sealed: boolean };

class StandingGuard implements Guard {
  readonly workspace: string;
  #sealed: readonly string[];
  /** Paths that Kestrel is writing now. */
  readonly #expected: string[] = [];
  readonly #prefix: string;
  readonly #obeyed: readonly string[];
  readonly #gone: (guard: StandingGuard) => void;
  readonly #asides: PutAside[] = [];
  readonly #again = new AbortController();
  readonly #known = new Map<string, Known>();
  readonly #watchers = new Map<string, { watcher: FSWatcher; folder: string }>();
  #sweeping: Promise<void> = Promise.resolve();
  #waiting = false;
  #pauses = 0;
  /** Some known name is a link: any path may lead to it. */
  #links = false;

  constructor(
    { workspace, sealed = [], prefix = "", obeyed = [] }: GuardedFolder,
    gone: (guard: StandingGuard) => void,
  ) {
    this.workspace = workspace;
    this.#sealed = sealed
      .map((path) => relative(workspace, path).split(sep).join("/"))
      .filter((name) => name !== "" && !name.startsWith(".."));
    this.#prefix = prefix;
    this.#obeyed = obeyed;
    this.#gone = gone;
  }

  get again(): AbortSignal {
    return this.#again.signal;
  }

  async learn(): Promise<void> {
    for (const name of await this.#names()) {
      const place = await identityOf(this.workspace, name);
      if (place) this.#known.set(name, { place, sealed: true });
      this.#links ||= place?.leads !== undefined;
    }
    // A sealed path that does not exist is held by an empty placeholder and needs no guard.
    this.#sealed = this.#sealed.filter((name) => this.#known.has(name));
    await this.#watch();
  }

  expect(path: string): (made: boolean) => Promise<void> {
    const [top = "", below = ""] = relative(this.workspace, path).split(sep);
    const names = [top, `${top}/${below}`].filter((name) => isObeyed(name) || name === obeyedFolder);
    this.#expected.push(...names);
    return async (made) => {
      if (made) await this.#knows(names);
      for (const name of names) this.#expected.splice(this.#expected.indexOf(name), 1);
      this.#sweep();
    };
  }

  pause(): void {
    this.#pauses += 1;
  }

  /** An entry that this command created stays unknown, even if another program created it again. */
  async resume(): Promise<void> {
    const names = [...(await this.#names())];
    await this.#knows(names.filter((name) => !this.#asides.some((put) => put.name === name)));
    this.#pauses -= 1;
    this.#sweep();
  }

  async #knows(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const place = await identityOf(this.workspace, name);
      if (place && !this.#isKnown(name, place)) this.#known.set(name, { place, sealed: false });
    }
  }

  async settle(): Promise<readonly PutAside[]> {
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#sweep();
    await this.#sweeping;
    this.#gone(this);
    return this.#asides.map(({ name, aside }) => ({
      name: this.#prefix + name,
      aside: aside === undefined ? undefined : this.#prefix + aside,
    }));
  }

  /** Watches the top folder, and `.config` when it is a folder. */
  async #watch(): Promise<void> {
    for (const name of ["", obeyedFolder]) {
      const place = name === "" ? undefined : await identityOf(this.workspace, name);
      const folder = name === "" ? "top" : place?.leads === undefined ? (place?.self ?? "") : "";
      const before = this.#watchers.get(name);
      if (before?.folder === folder) continue;
      before?.watcher.close();
      this.#watchers.delete(name);
      if (folder === "") continue;
      try {
        const watcher = watch(join(this.workspace, name), { persistent: false }, (_, changed) => {
          const about = changed === null || name === "" ? changed : `${name}/${changed}`;
          if (about === null || this.#links || this.#concerns(about)) this.#sweep();
        });
        watcher.on("error", () => watcher.close());
        this.#watchers.set(name, { watcher, folder });
        if (name !== "") this.#sweep();
      } catch (error) {
        reportUnexpected("watching a workspace", error);
        // Without a watcher, entries are found when the command has ended.
      }
    }
  }

  #concerns(name: string): boolean {
    return (
      isObeyed(name) ||
      name === obeyedFolder ||
      this.#obeyed.includes(name) ||
      this.#sealed.some((sealed) => sealed.startsWith(`${name}/`))
    );
  }

  #sweep(): void {
    // A waiting check has not started and covers this event as well.
    if (this.#waiting) return;
    this.#waiting = true;
    this.#sweeping = this.#sweeping.then(() => this.#putAside()).catch(passOver("putting aside"));
  }

  async #names(): Promise<Set<string>> {
    return new Set([...this.#sealed, ...this.#obeyed, ...(await obeyedIn(this.workspace))]);
  }

  async #putAside(): Promise<void> {
    this.#waiting = false;
    if (this.#pauses > 0) return;
    for (const name of await this.#names()) {
      const place = await identityOf(this.workspace, name);
      if (!place || this.#expected.includes(name) || this.#isKnown(name, place)) continue;
      const put = await renamedAside(this.workspace, name);
      if (put === "gone") continue;
      this.#asides.push(put);
      this.#count(name);
      const before = this.#known.get(name)?.place.leads;
      if (before !== undefined && before !== place.leads)
        await symlink(before, join(this.workspace, name)).catch(passOver("putting a link back"));
    }
    if (this.#watchers.size > 0) await this.#watch();
  }

  #isKnown(name: string, now: PlaceIdentity): boolean {
    const known = this.#known.get(name);
    if (!known || known.place.leads !== now.leads || known.place.above !== now.above) return false;
    if (known.place.self === now.self) return true;
    if (!known.sealed || now.leads !== undefined) return false;
    this.#known.set(name, { place: now, sealed: true });
    return true;
  }

  #count(name: string): void {
    const times = this.#asides.filter((put) => put.name === name).length;
    if (times >= mostTimes || this.#asides.length >= mostNames) this.#again.abort(this.#prefix + name);
  }
}

/** The top-level names, and those in `.config` when it is a folder, that other programs obey. */
async function obeyedIn(workspace: string): Promise<string[]> {
  const top = await namesIn(workspace);
  const names = top.filter((name) => isObeyed(name));
  if (!top.includes(obeyedFolder)) return names;
  const leads = await readlink(join(workspace, obeyedFolder)).catch(absent);
  if (leads !== undefined) return [...names, obeyedFolder];
  const inner = await namesIn(join(workspace, obeyedFolder));
  return [...names, ...inner.map((name) => `${obeyedFolder}/${name}`).filter((name) => isObeyed(name))];
}

/** A command may have removed Kestrel's read permission: other programs still find these entries by name. */
async function namesIn(folder: string): Promise<string[]> {
  const seen = await readdir(folder).catch(absent);
  if (seen) return seen;
  await openUp(folder).catch(absent);
  return (await readdir(folder).catch(absent)) ?? [];
}

async function openUp(folder: string): Promise<void> {
  const facts = await lstat(folder);
  if (facts.isDirectory()) await chmod(folder, (facts.mode & 0o7777) | 0o700);
}

/** The folder is held open during the rename: a running command could replace it by a link. */
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
    // The write permission may be missing as well.
    await attempt().catch(async (error: unknown) => {
      reportUnexpected("putting aside", error);
      for (const folder of new Set([workspace, dirname(join(workspace, name))])) await openUp(folder);
      await attempt();
    });
    return { name, aside };
  } catch (error) {
    return systemCode(error) === "ENOENT" ? "gone" : { name, aside: undefined };
  }
}
