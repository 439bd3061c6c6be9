import { execFileSync } from "node:child_process";
import { appendFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
