import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isInside, KestrelError, type Worktrees, type WorktreeWish } from "@kestrel/core";
import { absent, passOver } from "@kestrel/diagnostics";
import { Worktree } from "@kestrel/protocol/loop";
import { jsonOrNothing, plainPath } from "@kestrel/text";
import { checkoutOf, cloneInto, type Identity } from "./clone-checkout.ts";
import { git, gitLine, namesIn, refusedWorktree } from "./git-command.ts";

/** Bytes of files copied in addition to git's. */
const mostBrought = 2 * 1024 ** 3;

/** `inherit` is called for each new clone, so that the user's trust in a folder also holds for its clone. */
export type LocalClonesParts = {
  folder: string;
  trash: string;
  now(): Date;
  inherit(from: string, to: string): Promise<void>;
};

/**
 * Worktrees as local clones. Linked worktrees would write into the user's own `.git`, and what a sandboxed command writes there could
 * start a program at the user's next `git status`.
 */
export function localClones({ folder, trash, now, inherit }: LocalClonesParts): Worktrees {
  const noteOf = (id: string, of = folder) => join(of, id, "worktree.json");
  const keep = (worktree: Worktree, of = folder) =>
    writeFile(noteOf(worktree.id, of), `${JSON.stringify(worktree)}\n`, { mode: 0o600 });

  const read = async (id: string, of = folder): Promise<Worktree | undefined> => {
    const text = await readFile(noteOf(id, of), "utf8").catch(absent);
    return Worktree.safeParse(jsonOrNothing(text ?? "")).data;
  };
  const all = async (of: string): Promise<Worktree[]> => {
    const ids = (await readdir(of).catch(absent)) ?? [];
    const found = await Promise.all(ids.map((id) => read(id, of)));
    return found
      .flatMap((one) => (one ? [one] : []))
      .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  };
  const get = async (id: string, of = folder): Promise<Worktree> => {
    const found = Worktree.shape.id.safeParse(id).success ? await read(id, of) : undefined;
    if (!found) throw new KestrelError("not_found", "no such worktree", { words: id });
    return found;
  };
  const rootOf = ({ id, name }: Worktree, of = folder) => join(of, id, name);
  const checkout = async (worktree: Worktree) => {
    const { repository, brought, folder: workspace } = worktree;
    const root = rootOf(worktree);
    const who = await identityOf(repository);
    return checkoutOf({ root, who, repository, brought }, relative(await realpath(root), workspace));
  };

  return {
    folder,

    async open({ workspace, name, bring = [] }: WorktreeWish) {
      const repository = await repositoryAt(workspace);
      const known = (await all(folder)).find((one) => one.repository === repository && one.name === name);
      if (known) return { worktree: known, isNew: false };
      const base = await baseOf(repository);
      const brought = await Promise.all(bring.map((path) => bringable(repository, path)));
      const bytes = await Promise.all(brought.map((path) => sizeOf(join(repository, path))));
      if (bytes.reduce((sum, one) => sum + one, 0) > mostBrought) throw refusedWorktree("bring_large");
      const status = await git(repository, ["status", "--porcelain", "-z", "--no-renames"]);
      const worktree: Worktree = {
        ...{ id: `${name}-${randomBytes(4).toString("hex")}`, name, repository, base, brought },
        folder: "",
        uncommitted: namesIn(status.out).length,
        createdAt: now().toISOString(),
      };
      const root = rootOf(worktree);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await mkdir(dirname(root), { mode: 0o700 });
      try {
        const who = await identityOf(repository);
        await cloneInto(
          { root, who, repository, brought },
          { from: repository, commit: base, branch: `kestrel/${name}` },
        );
        worktree.folder = join(await realpath(root), relative(repository, await realpath(workspace)));
        await keep(worktree);
      } catch (error) {
        await rm(dirname(root), { recursive: true, force: true });
        throw error;
      }
      await inherit(workspace, worktree.folder).catch(passOver("trusting a worktree"));
      return { worktree, isNew: true };
    },

    list: async () => [...(await all(folder)), ...(await all(trash))],

    async size(id) {
      return sizeOf(join((await read(id)) ? folder : trash, id));
    },

    async review(id) {
      const worktree = await get(id);
      const { repository } = worktree;
      const ours = await gitLine(repository, "rev-parse", "--verify", "HEAD^{commit}");
      const work = await checkout(worktree);
      const theirs = await work.commit(`Work in ${worktree.name}`);
      const source = rootOf(worktree);
      await git(repository, [
        "fetch",
        "-q",
        "--no-tags",
        "--no-write-fetch-head",
        source,
        `+HEAD:${refOf(worktree)}`,
      ]);
      const trial = await git(repository, ["merge-tree", "--write-tree", "--name-only", "-z", ours, theirs], {
        expects: [0, 1],
      });
      const [tree = "", ...rest] = trial.out.split("\0");
      const conflicts = trial.code === 1 ? rest.slice(0, rest.indexOf("")) : [];
      const changed = await git(repository, ["diff", "--name-only", "--no-renames", "-z", ours, tree]);
      const files = namesIn(changed.out);
      const status = await git(repository, [
        "status",
        "--porcelain",
        "-z",
        "--no-renames",
        "--untracked-files=all",
      ]);
      const uncommitted = new Set(namesIn(status.out).map((line) => line.slice(3)));
      // Git treats ignored files as expendable, and a merge would overwrite them.
      const added = await git(repository, [
        "diff",
        "--name-only",
        "--diff-filter=A",
        "--no-renames",
        "-z",
        ours,
        tree,
      ]);
      for (const name of namesIn(added.out)) if (await isInTheWay(repository, name)) uncommitted.add(name);
      const diff = await git(repository, [
        "diff",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        ours,
        tree,
      ]);
      return {
        ...{ worktree, ours, theirs, files, conflicts, diff: diff.out },
        dirty: files.filter((name) => uncommitted.has(name)),
      };
    },

    async merge(id, { ours, theirs }) {
      const review = await this.review(id);
      if (review.ours !== ours || review.theirs !== theirs) throw refusedWorktree("moved");
      const { worktree, conflicts, dirty, files } = review;
      if (conflicts.length > 0)
        throw refusedWorktree("conflicts", { path: conflicts.slice(0, 5).join(", ") });
      if (dirty.length > 0) throw refusedWorktree("dirty", { path: dirty.slice(0, 5).join(", ") });
      if (files.length === 0) throw refusedWorktree("nothing");
      const { repository, name } = worktree;
      const who = await identityOf(repository);
      const message = `Merge worktree ${name}`;
      await git(repository, ["merge", "-q", "--no-edit", "-m", message, theirs], {
        environment: asAuthor(who),
      });
      return gitLine(repository, "rev-parse", "HEAD");
    },

    async drop(id) {
      const dropped = { ...(await get(id)), droppedAt: now().toISOString() };
      await mkdir(trash, { recursive: true, mode: 0o700 });
      await rename(join(folder, id), join(trash, id));
      await keep(dropped, trash);
      await git(dropped.repository, ["update-ref", "-d", refOf(dropped)]).catch(() => undefined); // expected: the repository may be gone
      return dropped;
    },

    async restore(id) {
      const { droppedAt: _, ...restored } = await get(id, trash);
      const inUse = (await all(folder)).some(
        ({ repository, name }) => repository === restored.repository && name === restored.name,
      );
      if (inUse) throw refusedWorktree("name_taken", { name: restored.name });
      await rename(join(trash, id), join(folder, id));
      await keep(restored);
      return restored;
    },

    async purge(olderThanMs) {
      for (const { id, droppedAt = "" } of await all(trash))
        if (now().getTime() - Date.parse(droppedAt) > olderThanMs)
          await rm(join(trash, id), { recursive: true, force: true });
    },

    checkout: async (id) => checkout(await get(id)),
  };
}

/** Kestrel's own refs: the user's branches and tags are not changed before approval. */
const refOf = ({ id }: Worktree) => `refs/kestrel/worktrees/${id}`;

const asAuthor = ({ name, email }: Identity) => ({
  ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email },
  ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email },
});

/** Root of the repository that contains a folder. */
async function repositoryAt(workspace: string): Promise<string> {
  const { code, out } = await git(workspace, ["rev-parse", "--show-toplevel"], { expects: [0, 128, -1] });
  if (code === 0) return realpath(out.trim());
  throw refusedWorktree(code === -1 ? "no_git" : "not_a_repository", { path: workspace });
}

/** Its newest commit. Rejects for a repository that a local clone would not copy completely. */
async function baseOf(repository: string): Promise<string> {
  const head = await git(repository, ["rev-parse", "--verify", "-q", "HEAD^{commit}"], {
    expects: [0, 1, 128],
  });
  if (head.code !== 0) throw refusedWorktree("no_commit");
  const sparse = await git(repository, ["config", "--bool", "core.sparseCheckout"], { expects: [0, 1] });
  if (sparse.out.trim() === "true") throw refusedWorktree("sparse");
  if ((await git(repository, ["ls-tree", "HEAD", ".gitmodules"])).out !== "")
    throw refusedWorktree("submodules");
  const attributes = [".gitattributes", ":(glob)**/.gitattributes"];
  const filters = await git(repository, ["grep", "-q", "-e", "filter=", "HEAD", "--", ...attributes], {
    expects: [0, 1],
  });
  if (filters.code === 0) throw refusedWorktree("filters");
  return head.out.trim();
}

/** The user's git identity in that repository, or Kestrel's without one. */
async function identityOf(repository: string): Promise<Identity> {
  const own = Object.fromEntries(
    ["XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const asked = (key: string) =>
    git(repository, ["config", "--get", key], {
      expects: [0, 1],
      environment: { GIT_CONFIG_GLOBAL: join(process.env.HOME ?? "", ".gitconfig"), ...own },
    });
  const [name, email] = await Promise.all([asked("user.name"), asked("user.email")]);
  return { name: name.out.trim() || "Kestrel", email: email.out.trim() || "kestrel@localhost" };
}

/** A normalised path to copy. A secret is copied only by its full name. */
async function bringable(repository: string, written: string): Promise<string> {
  const path = plainPath(repository, written);
  const real = await realpath(join(repository, path)).catch(absent);
  if (path.startsWith("..") || path.startsWith("/") || path === "." || path.split("/").includes(".git"))
    throw refusedWorktree("bring_outside", { path: written });
  if (real === undefined) throw refusedWorktree("bring_missing", { path: written });
  if (!isInside({ path: real, folder: repository }))
    throw refusedWorktree("bring_outside", { path: written });
  return path;
}

/** Bytes of every file below a path; links are not followed. */
async function sizeOf(path: string): Promise<number> {
  const facts = await lstat(path).catch(absent);
  if (!facts?.isDirectory()) return facts?.size ?? 0;
  let sum = 0;
  for (const name of (await readdir(path).catch(absent)) ?? []) sum += await sizeOf(path + sep + name);
  return sum;
}

/** Whether something blocks a new file: at its own path, or a file in place of one of its folders. */
async function isInTheWay(repository: string, name: string): Promise<boolean> {
  const found = await lstat(join(repository, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") return true;
    return absent(error);
  });
  return found !== undefined;
}
