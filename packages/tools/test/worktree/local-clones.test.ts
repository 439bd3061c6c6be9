import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorktreeCheckout, Worktrees } from "@kestrel/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { localClones } from "../../src/index.ts";

const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
const git = (folder: string, ...args: string[]) =>
  execFileSync("git", [...author, ...args], { cwd: folder, encoding: "utf8" }).trim();

async function givenRepository(files: Record<string, string> = { "a.txt": "one\ntwo\nthree\n" }) {
  const home = await realpath(await mkdtemp(join(tmpdir(), "kestrel-worktree-")));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const repository = join(home, "project");
  await mkdir(repository);
  git(repository, "init", "-q", "-b", "main");
  const put = async (name: string, text: string) => {
    await mkdir(join(repository, name, ".."), { recursive: true });
    await writeFile(join(repository, name), text);
  };
  for (const [name, text] of Object.entries(files)) await put(name, text);
  git(repository, "add", "-A");
  git(repository, "commit", "-qm", "begin");
  let clock = Date.parse("2026-01-01T00:00:00Z");
  const inherited: string[][] = [];
  const worktrees: Worktrees = localClones({
    folder: join(home, "worktrees"),
    trash: join(home, "trash"),
    now: () => new Date(clock),
    inherit: async (from, to) => void inherited.push([from, to]),
  });
  const later = (days: number) => {
    clock += days * 24 * 3_600_000;
  };
  return { home, repository, put, worktrees, later, inherited };
}

const refused = (reason: string) => ({ code: "worktree_refused", params: { reason: `worktree_${reason}` } });

describe("a worktree", () => {
  it("begins with the newest commit, says what is not in it, and brings what git does not have", async () => {
    const { repository, put, worktrees, inherited } = await givenRepository({ "src/a.txt": "one\n" });
    await put("node_modules/left/index.js", "module.exports = 1;\n");
    await put("node_modules/left/.env", "KEY=secret\n");
    await put("src/b.txt", "not committed\n");
    const wish = { workspace: join(repository, "src"), name: "fix", bring: ["./node_modules/"] };
    const { worktree, isNew } = await worktrees.open(wish);
    expect(isNew).toBe(true);
    expect(worktree).toMatchObject({ repository, uncommitted: 2, brought: ["node_modules"] });
    expect(worktree.folder.endsWith("/fix/src")).toBe(true);
    expect(inherited).toEqual([[wish.workspace, worktree.folder]]);
    const root = join(worktree.folder, "..");
    expect(existsSync(join(root, "node_modules/left/index.js"))).toBe(true);
    expect(existsSync(join(root, "node_modules/left/.env"))).toBe(false);
    expect(existsSync(join(root, "src/b.txt"))).toBe(false);
    expect(git(root, "remote")).toBe("");
    expect(git(root, "status", "--porcelain")).toBe("");
    expect(await worktrees.open(wish)).toEqual({ worktree, isNew: false });
    expect(git(repository, "branch", "--list")).toBe("* main");
  });

  it("refuses what a clone would not have whole, and files from elsewhere", async () => {
    const { home, repository, put, worktrees } = await givenRepository();
    const open = (bring: string[] = []) => worktrees.open({ workspace: repository, name: "x", bring });
    await expect(worktrees.open({ workspace: home, name: "x" })).rejects.toMatchObject(
      refused("not_a_repository"),
    );
    await expect(open(["../secret"])).rejects.toMatchObject(refused("bring_outside"));
    await expect(open([".git/config"])).rejects.toMatchObject(refused("bring_outside"));
    await symlink(home, join(repository, "up"));
    await expect(open(["up"])).rejects.toMatchObject(refused("bring_outside"));
    await expect(open(["nothing"])).rejects.toMatchObject(refused("bring_missing"));
    await put(".gitattributes", "*.bin filter=lfs\n");
    git(repository, "add", ".gitattributes");
    git(repository, "commit", "-qm", "lfs");
    await expect(open()).rejects.toMatchObject(refused("filters"));
    expect(await worktrees.list()).toEqual([]);
  });

  it("is merged by a yes to two commits, and by no older one", async () => {
    const { repository, put, worktrees } = await givenRepository();
    const { worktree } = await worktrees.open({ workspace: repository, name: "fix" });
    expect((await worktrees.review(worktree.id)).files).toEqual([]);
    await writeFile(join(worktree.folder, "a.txt"), "ONE\ntwo\nthree\n");
    const seen = await worktrees.review(worktree.id);
    expect(seen).toMatchObject({ files: ["a.txt"], conflicts: [], dirty: [] });
    expect(seen.diff).toContain("+ONE");
    await writeFile(join(worktree.folder, "b.txt"), "more\n");
    await expect(worktrees.merge(worktree.id, seen)).rejects.toMatchObject(refused("moved"));
    const again = await worktrees.review(worktree.id);
    await put("c.txt", "mine\n");
    git(repository, "add", "c.txt");
    git(repository, "commit", "-qm", "mine");
    await expect(worktrees.merge(worktree.id, again)).rejects.toMatchObject(refused("moved"));
    await put("d.txt", "uncommitted, and in nobody's way\n");
    const commit = await worktrees.merge(worktree.id, await worktrees.review(worktree.id));
    expect(git(repository, "rev-parse", "HEAD")).toBe(commit);
    expect(await readFile(join(repository, "a.txt"), "utf8")).toBe("ONE\ntwo\nthree\n");
    expect(existsSync(join(repository, "d.txt"))).toBe(true);
    expect(git(repository, "status", "--porcelain")).toBe("?? d.txt");
  });

  it("is not merged over a conflict, or over changes that are not committed", async () => {
    const { repository, put, worktrees } = await givenRepository();
    const { worktree } = await worktrees.open({ workspace: repository, name: "fix" });
    await writeFile(join(worktree.folder, "a.txt"), "ONE\ntwo\nthree\n");
    await put("a.txt", "eins\ntwo\nthree\n");
    const dirty = await worktrees.review(worktree.id);
    expect(dirty).toMatchObject({ conflicts: [], dirty: ["a.txt"] });
    await expect(worktrees.merge(worktree.id, dirty)).rejects.toMatchObject(refused("dirty"));
    git(repository, "commit", "-qam", "mine");
    const conflict = await worktrees.review(worktree.id);
    expect(conflict).toMatchObject({ conflicts: ["a.txt"], dirty: [] });
    await expect(worktrees.merge(worktree.id, conflict)).rejects.toMatchObject(refused("conflicts"));
    expect(git(repository, "status", "--porcelain")).toBe("");
  });

  it("is dropped into the trash, restored, and gone after thirty days", async () => {
    const { repository, worktrees, later } = await givenRepository();
    const { worktree } = await worktrees.open({ workspace: repository, name: "fix" });
    await writeFile(join(worktree.folder, "work.txt"), "kept\n");
    await worktrees.review(worktree.id);
    await worktrees.drop(worktree.id);
    expect(existsSync(worktree.folder)).toBe(false);
    expect(git(repository, "for-each-ref", "refs/kestrel")).toBe("");
    expect((await worktrees.list()).map(({ droppedAt }) => droppedAt)).toEqual(["2026-01-01T00:00:00.000Z"]);
    expect(await worktrees.size(worktree.id)).toBeGreaterThan(0);
    await worktrees.restore(worktree.id);
    expect(await readFile(join(worktree.folder, "work.txt"), "utf8")).toBe("kept\n");
    await worktrees.drop(worktree.id);
    const month = 30 * 24 * 3_600_000;
    later(29);
    await worktrees.purge(month);
    expect(await worktrees.list()).toHaveLength(1);
    later(2);
    await worktrees.purge(month);
    expect(await worktrees.list()).toEqual([]);
  });

  it("starts no program that was written into its settings, hooks or common folder", async () => {
    const { home, repository, worktrees } = await givenRepository();
    const { worktree } = await worktrees.open({ workspace: repository, name: "fix" });
    const [own, mark] = [join(worktree.folder, ".git"), join(home, "started")];
    const program = join(home, "program.sh");
    await writeFile(program, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
    await mkdir(join(home, "common/hooks"), { recursive: true });
    for (const hook of ["pre-commit", "post-merge", "reference-transaction", "post-checkout"])
      for (const folder of [join(own, "hooks"), join(home, "common/hooks")]) {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
      }
    const settings = `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${own}/hooks\n\tsshCommand = ${program}\n[filter "x"]\n\tclean = ${program}\n\tsmudge = ${program}\n[diff]\n\texternal = ${program}\n[uploadpack]\n\tpackObjectsHook = ${program}\n`;
    await writeFile(join(own, "config"), settings);
    await writeFile(join(home, "common/config"), settings);
    await writeFile(join(own, "commondir"), join(home, "common"));
    await writeFile(join(worktree.folder, ".gitattributes"), "* filter=x diff=x\n");
    await writeFile(join(worktree.folder, "a.txt"), "changed\n");
    const review = await worktrees.review(worktree.id);
    expect(review.files).toEqual([".gitattributes", "a.txt"]);
    await worktrees.merge(worktree.id, review);
    git(repository, "status");
    expect(existsSync(mark)).toBe(false);
  });

  it("starts no program of a repository that was made inside it, and takes none along", async () => {
    const { home, repository, worktrees } = await givenRepository();
    const { worktree } = await worktrees.open({ workspace: repository, name: "fix" });
    const [nested, mark] = [join(worktree.folder, "sub"), join(home, "started")];
    await mkdir(nested);
    git(nested, "init", "-q");
    await writeFile(join(nested, ".gitattributes"), "* filter=x\n");
    await writeFile(join(nested, "b.txt"), "b\n");
    git(nested, "add", "-A");
    git(nested, "commit", "-qm", "nested");
    git(nested, "config", "filter.x.clean", `sh -c 'touch ${mark}; cat'`);
    await writeFile(join(worktree.folder, "a.txt"), "changed\n");
    const checkout = await worktrees.checkout(worktree.id);
    await checkout.tree();
    await writeFile(join(nested, "b.txt"), "c\n");
    await checkout.tree();
    await checkout.putBack(() => false);
    const review = await worktrees.review(worktree.id);
    expect(review.files).toEqual(["a.txt"]);
    await worktrees.merge(worktree.id, review);
    expect(git(repository, "ls-files", "-s")).not.toContain("160000");
    expect(existsSync(mark)).toBe(false);
  });

  it("is not merged over a file that git ignores", async () => {
    const { repository, put, worktrees } = await givenRepository({ ".gitignore": "*.env\nlocal\n" });
    await put("my.env", "KEY=mine\n");
    await put("local", "mine\n");
    const { worktree } = await worktrees.open({ workspace: repository, name: "fix" });
    await writeFile(join(worktree.folder, ".gitignore"), "");
    await writeFile(join(worktree.folder, "my.env"), "KEY=other\n");
    await mkdir(join(worktree.folder, "local"));
    await writeFile(join(worktree.folder, "local/data"), "other\n");
    const review = await worktrees.review(worktree.id);
    expect(review.dirty).toEqual(["local/data", "my.env"]);
    await expect(worktrees.merge(worktree.id, review)).rejects.toMatchObject(refused("dirty"));
    expect(await readFile(join(repository, "my.env"), "utf8")).toBe("KEY=mine\n");
  });

  it("of a folder below the root keeps what is meant there, and is checked there with what the person has", async () => {
    const { repository, put, worktrees } = await givenRepository({ "packages/a/test/x.js": "the check\n" });
    await put("node_modules/bin", "the person's\n");
    const workspace = join(repository, "packages/a");
    const { worktree } = await worktrees.open({ workspace, name: "fix", bring: ["node_modules"] });
    const root = join(worktree.folder, "../..");
    await writeFile(join(root, "node_modules/bin"), "exit 0\n");
    await writeFile(join(worktree.folder, "test/x.js"), "");
    const checkout = await worktrees.checkout(worktree.id);
    expect(await checkout.putBack((path) => path === "test/x.js")).toEqual(["test/x.js"]);
    expect(await readFile(join(worktree.folder, "test/x.js"), "utf8")).toBe("the check\n");
    await checkout.inFreshClone(async (folder) => {
      expect(folder.endsWith("packages/a")).toBe(true);
      expect(await readFile(join(folder, "../../node_modules/bin"), "utf8")).toBe("the person's\n");
    });
  });
});

describe("the checkout that code works in", () => {
  const tests = (path: string) => path.startsWith("test/") || path === "check.sh";

  async function givenCheckout(check = "the check\n") {
    const given = await givenRepository({
      "src.js": "broken\n",
      "test/a.test.js": check,
      "check.sh": "exit 1\n",
      ".gitignore": "out/\n",
    });
    const { worktree } = await given.worktrees.open({ workspace: given.repository, name: "fix" });
    const checkout: WorktreeCheckout = await given.worktrees.checkout(worktree.id);
    return { ...given, root: worktree.folder, checkout };
  }

  it("puts kept files back: changed, deleted, new, ignored, and behind a link that leads elsewhere", async () => {
    const { home, root, checkout } = await givenCheckout();
    await writeFile(join(root, "src.js"), "mended\n");
    await writeFile(join(root, "check.sh"), "exit 0\n");
    await writeFile(join(root, "test/a.test.js"), "");
    await writeFile(join(root, "test/conftest.py"), "skip all\n");
    expect(await checkout.putBack(tests)).toEqual(["check.sh", "test/a.test.js", "test/conftest.py"]);
    await writeFile(join(root, ".gitignore"), "out/\nconftest.py\n");
    await writeFile(join(root, "test/conftest.py"), "skip all\n");
    await checkout.putBack(tests);
    expect(existsSync(join(root, "test/conftest.py"))).toBe(false);
    const elsewhere = join(home, "elsewhere");
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, "a.test.js"), "somebody else's\n");
    await rm(join(root, "test"), { recursive: true });
    await symlink(elsewhere, join(root, "test"));
    await checkout.putBack((path) => path === "test/a.test.js");
    expect(await readFile(join(elsewhere, "a.test.js"), "utf8")).toBe("somebody else's\n");
    expect(await readFile(join(root, "test/a.test.js"), "utf8")).toBe("the check\n");
    expect(await readFile(join(root, "src.js"), "utf8")).toBe("mended\n");
  });

  it.each([
    ["text", "the check\r\n"],
    ["ident", "the check $Id: and nothing of it $\n"],
    ["working-tree-encoding=UTF-16LE", Buffer.from("the check $Id$\n", "utf16le")],
  ])("puts a kept file back that a new .gitattributes hides from git: %s", async (attribute, bytes) => {
    const { root, checkout } = await givenCheckout(attribute === "text" ? "the check\n" : "the check $Id$\n");
    await writeFile(join(root, "test/.gitattributes"), `* ${attribute}\n`);
    await writeFile(join(root, "test/a.test.js"), bytes);
    // Long enough ago for git to believe an index that says the file is as it was.
    await utimes(join(root, "test/a.test.js"), 1_700_000_000, 1_700_000_000);
    expect(git(root, "diff", "--name-only", "HEAD")).toBe("");
    const put = await checkout.putBack((path) => path === "test/a.test.js");
    expect(put.sort()).toEqual(["test/.gitattributes", "test/a.test.js"]);
    expect(await readFile(join(root, "test/a.test.js"), "utf8")).toMatch(/^the check( \$Id\$)?\n$/);
    expect(existsSync(join(root, "test/.gitattributes"))).toBe(false);
    expect(await checkout.putBack(() => true)).toEqual([]);
  });

  it("keeps the .gitattributes of the commit, and line ends that they ask for", async () => {
    const given = await givenRepository({ ".gitattributes": "*.bat text eol=crlf\n", "a.bat": "one\n" });
    const { worktree } = await given.worktrees.open({ workspace: given.repository, name: "fix" });
    const checkout = await given.worktrees.checkout(worktree.id);
    expect(await readFile(join(worktree.folder, "a.bat"), "utf8")).toBe("one\r\n");
    expect(await checkout.putBack(() => true)).toEqual([]);
    await writeFile(join(worktree.folder, ".gitattributes"), "a.bat ident\n");
    expect(await checkout.putBack(() => false)).toEqual([".gitattributes"]);
    expect(git(worktree.folder, "status", "--porcelain")).toBe("");
  });

  it("commits once, keeps what failed under a ref, and clones itself afresh", async () => {
    const { root, checkout } = await givenCheckout();
    await writeFile(join(root, "src.js"), "mended\n");
    const commit = await checkout.commit("Mend it");
    expect(await checkout.commit("Mend it")).toBe(commit);
    expect(git(root, "log", "--format=%s", "-2")).toBe("Mend it\nbegin");
    await writeFile(join(root, "src.js"), "worse\n");
    await writeFile(join(root, "more.js"), "worse\n");
    const aside = await checkout.setAside("refs/kestrel/stuck/2");
    expect(git(root, "show", `${aside}:more.js`)).toBe("worse");
    expect(await readFile(join(root, "src.js"), "utf8")).toBe("mended\n");
    expect(existsSync(join(root, "more.js"))).toBe(false);
    expect(await checkout.setAside("refs/kestrel/stuck/3")).toBeUndefined();
    const seen = await checkout.inFreshClone((folder) => readFile(join(folder, "src.js"), "utf8"));
    expect(seen).toBe("mended\n");
    expect(await checkout.tree()).toBe(git(root, "rev-parse", "HEAD^{tree}"));
  });
});
