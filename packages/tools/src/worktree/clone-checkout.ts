import { createHash } from "node:crypto";
import { cp, lstat, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { WorktreeCheckout } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { namesSecret } from "../place/protected-paths.ts";
import { git, gitLine, namesIn, refusedWorktree } from "./git-command.ts";

/** The author of commits. */
export type Identity = { name: string; email: string };

type Clone = {
  root: string;
  who: Identity;
  /** The repository that it was cloned from, and the files copied from there. */
  repository: string;
  brought: readonly string[];
};

/**
 * Makes a local clone at one commit, on its own branch, without a remote, with the extra files: always from the user's repository,
 * never from a clone in which a model worked. Objects are copied: hard links would be files of the user's repository.
 */
export async function cloneInto(
  clone: Clone,
  { from, commit, branch }: { from: string; commit: string; branch: string },
): Promise<void> {
  const { root, repository, brought } = clone;
  await git(dirname(root), [
    "clone",
    "-q",
    "--local",
    "--no-hardlinks",
    "--no-tags",
    "--no-checkout",
    "--template=",
    from,
    root,
  ]);
  await git(root, ["remote", "remove", "origin"]);
  await asMade(clone);
  await git(root, ["checkout", "-q", "-B", branch, commit]);
  for (const path of brought) {
    const whole = join(repository, path);
    await mkdir(dirname(join(root, path)), { recursive: true });
    await cp(whole, join(root, path), {
      ...{ recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: false },
      filter: (source) => source === whole || !namesSecret(basename(source)),
    });
  }
}

/**
 * Resets its settings before git reads them, so that nothing written since names a program. Copied extra files are not part of the
 * work.
 */
async function asMade({ root, who, brought }: Clone): Promise<void> {
  const own = join(root, ".git");
  if (!(await lstat(own).catch(absent))?.isDirectory())
    throw refusedWorktree("no_repository", { path: root });
  const quoted = (value: string) => `"${value.replace(/[\\"]/g, "\\$&").replace(/[\n\r\0]/g, " ")}"`;
  const settings = [
    ...["[core]", "\trepositoryformatversion = 0", "\tbare = false", "\tfilemode = true"],
    ...["[user]", `\tname = ${quoted(who.name)}`, `\temail = ${quoted(who.email)}`, ""],
  ];
  for (const name of ["commondir", "config.worktree", "info/attributes", "info/grafts", "shallow"])
    await rm(join(own, name), { recursive: true, force: true });
  await rm(join(own, "config"), { recursive: true, force: true });
  await writeFile(join(own, "config"), settings.join("\n"), { mode: 0o600 });
  await mkdir(join(own, "info"), { recursive: true });
  const ignored = brought.map((path) => `/${path.replace(/[\\*?[\]! #]/g, "\\$&")}\n`);
  await writeFile(join(own, "info", "exclude"), ignored.join(""));
}

/** Git operations on a clone's files. `within`: the session's folder below the clone's root, "" for the root itself. */
export function checkoutOf(clone: Clone, within = ""): WorktreeCheckout {
  const { root, brought } = clone;
  const fromFolder = (name: string) => relative(within, name);
  const isBrought = (name: string) => brought.some((path) => name === path || name.startsWith(`${path}/`));
  const head = () => gitLine(root, "rev-parse", "HEAD");
  /**
   * Excludes nested repositories from the work: git would run in them, with settings that a model may have written. Their entries are
   * in no commit, so an index that starts at the newest commit has none.
   */
  const staged = async () => {
    await asMade(clone);
    await git(root, ["reset", "-q"]);
    await git(root, ["add", "-A"]);
    const entries = namesIn((await git(root, ["ls-files", "-s", "-z"])).out);
    const nested = entries.filter((entry) => entry.startsWith("160000 "));
    for (const entry of nested)
      await git(root, ["update-index", "--force-remove", "--", entry.slice(entry.indexOf("\t") + 1)]);
    return gitLine(root, "write-tree");
  };
  const isNew = async (tree: string) => tree !== (await gitLine(root, "rev-parse", "HEAD^{tree}"));
  return {
    tree: staged,

    async commit(message) {
      if (message !== undefined && (await isNew(await staged())))
        await git(root, ["commit", "-q", "--no-verify", "-m", message]);
      else await asMade(clone);
      return head();
    },

    async putBack(keeps) {
      await asMade(clone);
      // With a fresh index of the commit, git reads every file and trusts no cached time or size. A reset would check the files by the
      // attributes present now.
      await rm(join(root, ".git", "index"), { force: true });
      await git(root, ["read-tree", "HEAD"]);
      const fresh = namesIn((await git(root, ["ls-files", "-z", "--others", "--exclude-standard"])).out);
      const attributes = await withoutForeignAttributes(root, fresh);
      const changed = await git(root, ["diff", "--name-only", "--no-renames", "-z", "HEAD"]);
      const differing = namesIn(changed.out).filter(
        (name) => attributes.has(name) || keeps(fromFolder(name), false),
      );
      // Files ignored by the work's own rules count too: a check would read them.
      const ignored = await git(root, ["ls-files", "-z", "--others", "--ignored", "--exclude-standard"]);
      const hidden = namesIn(ignored.out).filter((name) => keeps(fromFolder(name), true) && !isBrought(name));
      const isAdded = (name: string) => attributes.has(name) || keeps(fromFolder(name), true);
      const added = fresh.filter((name) => isAdded(name) && !isBrought(name));
      // Git walks through no link, so each path is in the clone itself.
      for (const name of [...added, ...hidden]) await rm(join(root, name), { recursive: true, force: true });
      if (differing.length > 0)
        await git(root, ["checkout", "-q", "HEAD", "--", ...differing.map((name) => `:(literal)${name}`)]);
      return [...differing, ...added].map(fromFolder);
    },

    async setAside(ref) {
      const tree = await staged();
      if (!(await isNew(tree))) return undefined;
      const aside = await gitLine(
        root,
        "commit-tree",
        tree,
        "-p",
        "HEAD",
        "-m",
        "Work that did not pass its check",
      );
      await git(root, ["update-ref", ref, aside]);
      await git(root, ["reset", "-q", "--hard", "HEAD"]);
      await git(root, ["clean", "-q", "-ffd"]);
      return aside;
    },

    async inFreshClone(work) {
      const place = await mkdtemp(join(dirname(root), "fresh-"));
      try {
        const fresh = { ...clone, root: join(place, basename(root)) };
        await asMade(clone);
        await cloneInto(fresh, { from: root, commit: await head(), branch: "fresh" });
        return await work(join(fresh.root, within));
      } finally {
        await rm(place, { recursive: true, force: true });
      }
    },
  };
}

/**
 * Deletes `.gitattributes` that differ from the newest commit's and resolves with their names: with one, git can take a changed file
 * for unchanged (`ident`, `text`, `working-tree-encoding`). For a missing one git uses the commit's.
 */
async function withoutForeignAttributes(root: string, fresh: readonly string[]): Promise<Set<string>> {
  const entries = namesIn((await git(root, ["ls-tree", "-r", "-z", "HEAD"])).out);
  const blobs = new Map<string, string>();
  const folders = new Set<string>([""]);
  for (const entry of entries) {
    const [, blob = "", name = ""] = /^\d+ \w+ (\w+)\t(.*)$/s.exec(entry) ?? [];
    blobs.set(name, blob);
    for (let end = name.indexOf("/"); end >= 0; end = name.indexOf("/", end + 1))
      folders.add(name.slice(0, end + 1));
  }
  const names = [...folders].map((folder) => `${folder}.gitattributes`);
  const foreign = new Set<string>();
  for (const name of new Set([...names, ...fresh.filter((one) => basename(one) === ".gitattributes")])) {
    const path = join(root, name);
    const facts = await lstat(path).catch(absent);
    // A link leads to another folder, whose files git does not read for this one.
    if (!facts || (await realpath(dirname(path))) !== dirname(join(await realpath(root), name))) continue;
    const isSame = facts.isFile() && blobs.get(name) === blobOf(await readFile(path), blobs.get(name));
    if (isSame) continue;
    await rm(path, { recursive: true, force: true });
    foreign.add(name);
  }
  return foreign;
}

/** The git hash of these bytes. `like`: another hash of the same repository, whose length selects the digest. */
function blobOf(bytes: Uint8Array, like = ""): string {
  const digest = createHash(like.length === 64 ? "sha256" : "sha1");
  return digest.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
