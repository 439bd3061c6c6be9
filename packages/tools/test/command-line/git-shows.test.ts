import { execFileSync } from "node:child_process";
import { appendFile, cp, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { workplace } from "../fixtures/workplace.ts";

/** A repository with two commits, a branch, a stash, and something changed, staged and new. */
async function repository(environment: Record<string, string> = {}) {
  const place = await workplace({
    environment: { PATH: process.env.PATH, HOME: "/nowhere", ...environment },
  });
  const { root } = place;
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], {
      cwd: root,
      stdio: "pipe",
      env: { PATH: process.env.PATH, HOME: "/nowhere" },
    });
  git("init", "-q", "-b", "main");
  await place.put("src/main.js", "one\n");
  await place.put("待办.txt", "buy milk\n");
  git("add", ".");
  git("commit", "-qm", "first words");
  await place.put("src/main.js", "one\nstashed\n");
  git("stash");
  git("branch", "feature");
  await place.put("src/main.js", "one\ntwo\n");
  git("commit", "-qam", "second words");
  await place.put("src/main.js", "one\ntwo\nchanged\n");
  await place.put("staged.txt", "staged\n");
  git("add", "staged.txt");
  await place.put("待办.txt", "buy bread\n");
  await place.put("new.txt", "new\n");
  return { ...place, git };
}

const shown: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["git status", ["modified:   src/main.js", "new file:   staged.txt", "new.txt", "待办.txt"]],
  ["git status --short", ["M src/main.js", "A  staged.txt", "?? new.txt"]],
  ["git diff", ["+changed", "-buy milk", "+buy bread"]],
  ["git diff --stat", ["src/main.js", "待办.txt"]],
  ["git diff --word-diff", ["{+changed+}"]],
  ["git diff --cached", ["+staged"]],
  ["git diff --check", []],
  ["git diff src/main.js 待办.txt", ["+changed", "+buy bread"]],
  ["git diff -- src", ["+changed"]],
  ["git diff HEAD^ HEAD", ["+two"]],
  ["git diff HEAD^..HEAD -- src/main.js", ["+two"]],
  ["git diff feature...main", ["+two"]],
  ["git diff main:src/main.js src/main.js", ["+changed"]],
  ["git log --oneline", ["second words", "first words"]],
  ["git log -p -1", ["+two"]],
  ["git log --format='%an: %s' -n 1", ["Ada: second words"]],
  ["git log --graph --all --oneline", ["* "]],
  ["git log --follow -- src/main.js", ["second words", "first words"]],
  ["git show", ["+two"]],
  ["git show HEAD^:src/main.js", ["one"]],
  ["git show --stat HEAD", ["src/main.js"]],
  ["git blame src/main.js", ["Ada", "two", "Not Committed Yet"]],
  ["git shortlog -sn HEAD", ["2\tAda"]],
  ["git branch -a", ["feature", "* main"]],
  ["git ls-files -m", ["src/main.js"]],
  ["git rev-parse --abbrev-ref HEAD", ["main"]],
];

describe("git in a repository that has something to show", () => {
  it("shows it unasked", async () => {
    const place = await repository();
    for (const [line, words] of shown) {
      expect(await place.assess("shell", { command: line }), line).toMatchObject({ risk: "read" });
      const { content, exitCode } = await place.run("shell", { command: line });
      expect({ line, exitCode, content }).toMatchObject({ line, exitCode: 0 });
      for (const word of words)
        expect(content.replaceAll("  ", "\t"), line).toContain(word.replaceAll("  ", "\t"));
    }
  });

  it.each(["git stash list", "git grep changed", "git worktree list", "git tag"])(
    "asks about %s, which then shows it too",
    async (line) => {
      const place = await repository();
      place.git("tag", "v1");
      expect((await place.assess("shell", { command: line })).risk).not.toBe("read");
      const { content, exitCode } = await place.run("shell", { command: line });
      expect(exitCode).toBe(0);
      expect(content).toMatch(/stash@\{0\}|changed|\[main\]|v1/);
    },
  );

  it("does so with the settings of the user, but for a program that shows differences", async () => {
    const home = (await workplace()).outer;
    const settings = (text: string) => writeFile(join(home, ".gitconfig"), text);
    await settings("[core]\n\tautocrlf = input\n");
    const place = await repository({ HOME: home });
    await place.put("src/main.js", "one\r\ntwo\r\n");
    const diff = async () => (await place.run("shell", { command: "git diff src" })).content;
    expect(await diff()).not.toContain("+two");
    await place.put("src/main.js", "one\ntwo\nchanged\n");
    for (const own of ["[diff]\n\texternal = echo mine\n", '[diff "x"]\n\ttextconv = echo mine\n']) {
      await settings(own);
      await mkdir(join(place.root, ".git", "info"), { recursive: true });
      await writeFile(join(place.root, ".git", "info", "attributes"), "*.js diff=x\n");
      const content = await diff();
      expect(content).toContain("+changed");
      expect(content).not.toContain("mine");
    }
  });

  it("shows it unasked in a linked worktree, and asks where settings name a program or another folder claims to be one", async () => {
    const place = await repository();
    const linked = await workplace({ environment: { PATH: process.env.PATH, HOME: "/nowhere" } });
    place.git("worktree", "add", "-q", linked.root, "feature");
    await linked.put("src/main.js", "elsewhere\n");
    const { assess, run, put, root } = linked;
    const risk = async () => (await assess("shell", { command: "git diff" })).risk;
    for (const line of ["git status", "git diff", "git log --oneline", "git show"])
      expect(await assess("shell", { command: line }), line).toMatchObject({ risk: "read" });
    expect((await run("shell", { command: "git diff" })).content).toContain("+elsewhere");

    await put(".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = ./x\n');
    expect(await risk()).toBe("execute");
    await rm(join(root, ".gitmodules"));
    expect(await risk()).toBe("read");
    const common = join(place.root, ".git");
    const [own = ""] = await readdir(join(common, "worktrees"));
    for (const part of ["commondir", `worktrees/${own}/config.worktree`, "objects/info/alternates"]) {
      await writeFile(join(common, part), "");
      expect(await risk(), part).toBe("execute");
      await rm(join(common, part));
      expect(await risk(), part).toBe("read");
    }
    await appendFile(join(common, "config"), "[core]\n\tfsmonitor = ./pwn\n");
    expect(await risk()).toBe("execute");
    // A pointer that the repository does not return.
    const other = await workplace({ environment: { PATH: process.env.PATH, HOME: "/nowhere" } });
    const third = await repository();
    await other.put(".git", `gitdir: ${join(third.root, ".git")}\n`);
    expect((await other.assess("shell", { command: "git status" })).risk).toBe("execute");
  });

  it("asks beside submodules, and shows it after a yes", async () => {
    const { assess, run, put } = await repository();
    await put(".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = ./x\n');
    expect((await assess("shell", { command: "git diff" })).risk).toBe("execute");
    expect((await run("shell", { command: "git diff" })).content).toContain("+changed");
  });
});

/** A worktree of `repo/r` beside it, and in `evil/repo/r` its twin with a filter for `f`: a git that follows the twin starts it. */
async function twins() {
  const place = await workplace({ environment: { PATH: process.env.PATH, HOME: "/nowhere" } });
  const { outer, root, put } = place;
  const git = (folder: string, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], {
      cwd: folder,
      stdio: "pipe",
      env: { PATH: process.env.PATH, HOME: "/nowhere" },
    });
  const repository = join(outer, "repo", "r");
  await mkdir(repository, { recursive: true });
  git(repository, "init", "-q", "-b", "main");
  await writeFile(join(repository, "f"), "one\n");
  git(repository, "add", ".");
  git(repository, "commit", "-qm", "first");
  await rm(root, { recursive: true });
  git(repository, "worktree", "add", "-q", root);
  await put(".gitattributes", "f filter=x\n");
  // Of another length: git takes a file of the same length, written in the second of the checkout, for unchanged.
  await put("f", "second\n");
  const common = join(repository, ".git");
  const own = join(common, "worktrees", basename(root));
  await cp(join(outer, "repo"), join(outer, "evil", "repo"), { recursive: true });
  const evil = join(outer, "evil", "repo", "r", ".git");
  await appendFile(join(evil, "config"), '[filter "x"]\n\tclean = "touch PWNED; cat"\n');
  const risk = async () => (await place.assess("shell", { command: "git diff" })).risk;
  /** What git does once a person said yes. */
  const fires = async () => {
    const { content } = await place.run("shell", { command: "git diff; ls . .." });
    return content.includes("PWNED");
  };
  return { ...place, common, own, evil, risk, fires };
}

describe("a repository that git finds elsewhere than a reader would", () => {
  it("is asked about where the way to it goes up from behind a link", async () => {
    const { outer, root, put, risk, fires } = await twins();
    expect(await risk()).toBe("read");
    await mkdir(join(outer, "evil", "deep", "er"), { recursive: true });
    await symlink("../evil/deep/er", join(root, "l"));
    await put(".git", "gitdir: l/../../repo/r/.git/worktrees/app");
    expect(await risk()).toBe("execute");
    expect(await fires()).toBe(true);
  });

  it("is asked about where its name ends in a blank", async () => {
    const { own, evil, put, risk, fires } = await twins();
    await cp(own, `${own} `, { recursive: true });
    await writeFile(join(`${own} `, "commondir"), evil);
    await put(".git", `gitdir: ${own} `);
    expect(await risk()).toBe("execute");
    expect(await fires()).toBe(true);
  });

  it("is asked about where what it shares with others is such a name", async () => {
    const { own, common, evil, risk, fires } = await twins();
    await rename(evil, `${common} `);
    await writeFile(join(own, "commondir"), `${common} `);
    expect(await risk()).toBe("execute");
    expect(await fires()).toBe(true);
  });

  it("is asked about where its name is no text, or more than one line", async () => {
    const { root, own, put, risk } = await twins();
    for (const text of [`gitdir: ${own}\n`, `gitdir: ${own}\r\n`, `gitdir: ${own}`]) {
      await put(".git", text);
      expect(await risk(), JSON.stringify(text)).toBe("read");
    }
    for (const text of [`gitdir:  ${own}`, `gitdir:${own}`, own, `gitdir: ${own}\n\n`, `gitdir: ${own}\t`]) {
      await put(".git", text);
      expect(await risk(), JSON.stringify(text)).toBe("execute");
    }
    const broken = `${own}\ufffd`;
    await rename(own, broken);
    await put(".git", `gitdir: ${broken}`);
    expect(await risk()).toBe("read");
    await put(".git", Buffer.concat([Buffer.from(`gitdir: ${own}`), Buffer.of(0xff)]));
    expect(await risk()).toBe("execute");
    await rm(join(root, ".git"));
    execFileSync("mkfifo", [join(root, ".git")]);
    expect(await risk()).toBe("execute");
  });

  it.each(["HEAD", "objects", "refs"])(
    "is asked about where its own .git has no %s, so that git goes on to the folder above",
    async (part) => {
      const { outer, root, common, evil, risk, fires } = await twins();
      await rm(join(root, ".git"));
      await cp(common, join(root, ".git"), { recursive: true });
      await cp(evil, join(outer, ".git"), { recursive: true });
      expect(await risk()).toBe("read");
      expect(await fires()).toBe(false);
      await rm(join(root, ".git", part), { recursive: true });
      execFileSync("git", ["add", "app/f"], { cwd: outer });
      await writeFile(join(root, "f"), "the third\n");
      await rm(join(outer, "PWNED"));
      expect(await risk()).toBe("execute");
      expect(await fires()).toBe(true);
    },
  );
});
