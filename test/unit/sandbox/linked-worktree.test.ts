import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";

const git = (folder: string, ...words: string[]) =>
  execFileSync("git", ["-c", "safe.directory=*", "-C", folder, ...words], { encoding: "utf8" }).trim();

/** A workspace that is a linked worktree of the repository `main` beside it. */
async function given() {
  const place = await sandboxedWorkplace();
  const main = join(place.outer, "main");
  mkdirSync(main);
  git(main, "init", "-q", "-b", "trunk");
  for (const [key = "", value = ""] of [
    ["user.name", "A"],
    ["user.email", "a@author.example"],
  ])
    git(main, "config", key, value);
  git(main, "commit", "-q", "--allow-empty", "-m", "first");
  rmSync(place.root, { recursive: true });
  git(main, "worktree", "add", "-q", "-b", "work", place.root);
  const shell = async (command: string) => (await place.run("shell", { command })).content;
  return { ...place, main, shell };
}

describe.skipIf(testBubblewrap === undefined)("git in a linked worktree inside the sandbox", () => {
  it("looks, commits, branches, stashes and merges", async () => {
    const { shell, assess, put, main } = await given();
    await put("a.txt", "one\n");
    expect(await shell("git status --short")).toContain("?? a.txt");
    const commit = "git add a.txt && git commit -q -m second && git log --oneline";
    expect(await assess("shell", { command: commit })).toMatchObject({
      reasons: ["runs_command", "writes_git"],
      binding: { sandbox: "inside git" },
    });
    const said = await shell(commit);
    expect(said).toContain("second");
    expect(said).toContain("first");
    expect(git(main, "log", "-1", "--format=%s", "work")).toBe("second");
    const lines = [
      "git checkout -q -b feature && echo two >> a.txt && git stash -q && git stash pop -q",
      "git commit -qam third && git tag v1 && git checkout -q work && git merge -q feature && git log -1 --format=%s",
      "git rebase -q trunk && git checkout -q --detach && git checkout -q work",
    ];
    for (const line of lines) expect(await shell(line)).not.toMatch(/fatal|error|Read-only/);
    expect(await shell("git branch -d feature")).toContain("Deleted branch feature");
    expect(git(main, "log", "-1", "--format=%s", "work")).toBe("third");
    expect(await shell("git config user.name x")).toContain(
      "[It ran in a sandbox that writes only in the workspace, not in .git. The user lets nothing run outside",
    );
  });

  it("changes no settings, hooks or pointers that the repository and its other worktrees obey", async () => {
    const { shell, main, root, outside } = await given();
    const own = join(main, ".git", "worktrees", "app");
    const before = () =>
      [join(main, ".git", "config"), join(own, "commondir"), join(own, "gitdir"), join(root, ".git")].map(
        (file) => readFileSync(file, "utf8"),
      );
    const known = before();
    const hooks = readdirSync(join(main, ".git", "hooks"));
    const names = readdirSync(join(main, ".git")).sort();
    for (const line of [
      `git config core.fsmonitor 'touch ${outside}/fired'`,
      `echo '[core]' >> ${main}/.git/config; echo x > ${main}/.git/hooks/post-commit; git status`,
      `echo ${root}/evil > ${own}/commondir; mv ${own}/commondir ${own}/c; rm ${own}/commondir; git status`,
      `mv ${own} ${own}2; mv ${main}/.git ${main}/g; echo ../.. > ${main}/.git/commondir; mkdir ${main}/.git/remotes; git status`,
      `echo '[core]' > ${own}/config.worktree; echo "gitdir: evil" > .git; mv .git x; rm .git; git status`,
    ])
      await shell(line);
    expect(before()).toEqual(known);
    expect(readdirSync(join(main, ".git", "hooks"))).toEqual(hooks);
    const appeared = readdirSync(join(main, ".git")).filter((name) => !names.includes(name));
    expect(appeared.every((name) => /^(commondir|remotes)\.put-aside-/.test(name))).toBe(true);
    expect(appeared).not.toEqual([]);
    expect(readdirSync(own)).not.toContain("config.worktree");
    expect(readdirSync(outside)).toEqual([]);
  });

  it("opens no folder that does not name the workspace in its turn", async () => {
    const { shell, main, root } = await given();
    const own = join(main, ".git", "worktrees", "app");
    writeFileSync(join(own, "gitdir"), join(main, "elsewhere", ".git"));
    expect(await shell("git commit -q --allow-empty -m x")).toContain("Read-only file system");
    writeFileSync(join(root, ".git"), `gitdir: ${join(main, ".git")}\n`);
    expect(await shell("git commit -q --allow-empty -m x; touch ../main/.git/x")).toContain(
      "Read-only file system",
    );
    expect(git(main, "log", "--format=%s", "--all")).toBe("first");
  });

  it("opens nothing of a repository whose settings are a link", async () => {
    const { shell, main } = await given();
    renameSync(join(main, ".git", "config"), join(main, "config"));
    symlinkSync("../config", join(main, ".git", "config"));
    expect(await shell("git commit -q --allow-empty -m x")).toContain("Read-only file system");
  });

  it("is sealed for every command that does not name git", async () => {
    const { shell, main } = await given();
    const own = join(main, ".git", "worktrees", "app");
    expect(await shell(`env touch ${own}/x ${main}/.git/refs/x`)).toMatch(
      /Read-only file system[\s\S]*Read-only/,
    );
  });
});
