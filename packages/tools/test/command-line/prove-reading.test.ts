import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { proveReading } from "../../src/command-line/prove-reading.ts";
import { looksAboveWithGit } from "../../src/command-line/read-git.ts";
import type { Bounds } from "../../src/place/confined-path.ts";
import { describeCommand } from "../../src/shell/describe-command.ts";
import { dailyLines, dailyLinesOfOthers } from "./daily-lines.table.ts";
import { evasiveSyntax } from "./evasive-syntax.table.ts";
import { evasiveWords } from "./evasive-words.table.ts";

/** Daily lines that ask all the same: patterns, the environment, and what git keeps with an argument of its own. */
const asking = ["ls *.js", "git remote -v", "git stash list", "env"];

let workspace = "";
/** Whether the whole line is proven, read as the shell tool reads it. */
async function provesReading(line: string, bounds: Bounds): Promise<boolean> {
  const { simple = [], alike = false } = await describeCommand(line);
  return alike && (await proveReading(simple, bounds)).whole;
}
const proven = (line: string) => provesReading(line, { root: workspace, closed: [] });

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "kestrel-lines-")));
  await mkdir(join(workspace, "src"));
  for (const file of ["package.json", "README.md", "src/main.js", "src/util.js"])
    await writeFile(join(workspace, file), "one\n");
  await symlink("/etc/passwd", join(workspace, "out-link"));
  execFileSync("git", ["init", "-q"], { cwd: workspace });
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

it.skipIf(process.platform === "win32")("a pipe that waits for its writer is not for looking", async () => {
  execFileSync("mkfifo", [join(workspace, "p.png")]);
  expect(await proven("cat p.png")).toBe(false);
  expect(await proven("cat README.md p.png")).toBe(false);
  await rm(join(workspace, "p.png"));
});

describe("lines that only look", () => {
  it.each(dailyLines.filter((line) => !asking.includes(line)))("runs unasked: %s", async (line) => {
    expect(await proven(line)).toBe(true);
  });

  it.each(dailyLinesOfOthers)("runs unasked in any script: %s", async (line) => {
    expect(await proven(line)).toBe(true);
  });

  it("are nine in ten of a day's", async () => {
    const told = await Promise.all(dailyLines.map((line) => proven(line)));
    expect(dailyLines.filter((_, at) => !told[at])).toEqual(asking);
    expect(asking.length).toBeLessThanOrEqual(dailyLines.length / 10);
  });
});

describe("lines that may do more", () => {
  const rows = Object.entries({ ...evasiveSyntax, ...evasiveWords }).flatMap(([kind, lines]) =>
    lines.map((line) => ({ kind, line })),
  );
  it.each(rows)("asks ($kind): $line", async ({ line }) => {
    expect(await proven(line)).toBe(false);
  });
});

describe("a command's name", () => {
  it.each(["./构建.sh x", "命令 x", "café"])("may be of any script: %s", async (line) => {
    expect((await describeCommand(line)).alike).toBe(true);
  });
  it.each(["ﬁnd .", "\u017fudo x", "\u212aill x", "ｌｓ", "pa\u00dfwd"])(
    "is no other's to some file system: %s",
    async (line) => {
      expect((await describeCommand(line)).opaque).toBe(true);
    },
  );
});

describe("secrets", () => {
  it("ask by name, and wherever everything around them is read", async () => {
    await writeFile(join(workspace, "src", ".env.local"), "TOKEN=1\n");
    for (const line of [
      "cat src/.env.local",
      "grep -rn TOKEN src",
      "rg TOKEN",
      "git show HEAD:src/.env.local",
    ])
      expect({ line, proven: await proven(line) }).toEqual({ line, proven: false });
    for (const line of ["ls -la src", "find .", "cat src/main.js", "grep -n x src/main.js"])
      expect({ line, proven: await proven(line) }).toEqual({ line, proven: true });
    await rm(join(workspace, "src", ".env.local"));
    expect(await proven("grep -rn TOKEN src")).toBe(true);
  });

  it("ask where two folders are compared: what lies in them is shown, links followed", async () => {
    for (const folder of ["one", "two"]) {
      await mkdir(join(workspace, folder));
      await writeFile(join(workspace, folder, "a.txt"), folder);
    }
    for (const line of ["diff one two", "diff -r one two"])
      expect({ line, proven: await proven(line) }).toEqual({ line, proven: true });
    await symlink("/etc/passwd", join(workspace, "one", "b.txt"));
    for (const line of ["diff one two", "diff -r two one", "diff one/b.txt two/a.txt"])
      expect({ line, proven: await proven(line) }).toEqual({ line, proven: false });
    await rm(join(workspace, "one", "b.txt"));
    await writeFile(join(workspace, "one", ".env"), "TOKEN=1\n");
    expect(await proven("diff one two")).toBe(false);
    for (const folder of ["one", "two"]) await rm(join(workspace, folder), { recursive: true });
  });

  it("of Kestrel's own: what may come upon its data asks, and nothing else does", async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "kestrel-own-")));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    await mkdir(join(root, "src"));
    await mkdir(join(root, ".kestrel"));
    await writeFile(join(root, "src", "main.js"), "x");
    await writeFile(join(root, ".kestrel", "mark"), "x");
    const git = (...words: string[]) => execFileSync("git", ["-C", root, ...words], { stdio: "ignore" });
    git("init");
    git("add", "src");
    const around = { root, closed: [join(root, ".kestrel")] };
    const proves = async (lines: readonly string[], proven: boolean) => {
      for (const line of lines)
        expect({ line, proven: await provesReading(line, around) }).toEqual({ line, proven });
    };
    const gits = ["git status", "git diff", "git log --oneline"];
    await proves(["ls -la", "cat src/main.js", "grep -rn x src", "find src"], true);
    await proves(
      ["grep -rn x .", "find .", "ls -R", "cat .kestrel/mark", "ls .kestrel", "cat .k*/mark"],
      false,
    );
    // Of a folder that does not ignore itself git would at least tell the names.
    await proves(gits, false);
    await writeFile(join(root, ".kestrel", ".gitignore"), "*\n");
    await proves(gits, true);
    git("update-index", "--index-version", "4");
    await proves(gits, false);
    git("update-index", "--index-version", "2");
    git("add", "--force", ".kestrel/mark");
    await proves(gits, false);
  });
});

describe("a repository", () => {
  const config = (text: string) => writeFile(join(workspace, ".git", "config"), text);
  const plain =
    '[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = https://e.x/y.git\n';

  it.each([
    ["plain settings", plain, true],
    ["a watcher", `${plain}[core]\n\tfsmonitor = ./pwn\n`, false],
    ["a watcher on the line of its section", `${plain}[core] fsmonitor = ./pwn\n`, false],
    ["a filter", `${plain}[filter "x"]\n\tclean = pwn\n`, false],
    ["a text conversion", `${plain}[diff "x"]\n\ttextconv = pwn\n`, false],
    ["an alias", `${plain}[alias]\n\tlog = !pwn\n`, false],
    ["an include", `${plain}[include]\n\tpath = ../x\n`, false],
    ["a section in the old spelling", `${plain}[filter.x]\n\tclean = pwn\n`, false],
    ["a value that goes on", `${plain}[user]\n\tname = a\\\n[core]\n`, false],
    ["a key without a value", `${plain}[core]\n\tbare\n`, false],
    ["another folder of work", `${plain}[core]\n\tworktree = /\n`, false],
  ])("with %s", async (_, text, harmless) => {
    await config(text);
    expect(await proven("git status")).toBe(harmless);
    await config(plain);
  });

  it.each(["commondir", "config.worktree", "modules"])("asks where there is .git/%s", async (part) => {
    const path = join(workspace, ".git", part);
    await writeFile(path, "x");
    expect(await proven("git status")).toBe(false);
    await rm(path);
    expect(await proven("git status")).toBe(true);
  });

  it.each(["packed-refs", "shallow"])(
    "asks where .git/%s is a link: git says what it cannot read",
    async (part) => {
      const path = join(workspace, ".git", part);
      await symlink("/etc/passwd", path);
      expect(await proven("git log --all")).toBe(false);
      await rm(path);
      expect(await proven("git log --all")).toBe(true);
    },
  );

  it("asks where it shares the objects of another", async () => {
    const path = join(workspace, ".git", "objects", "info", "alternates");
    await writeFile(path, "/elsewhere/objects\n");
    expect(await proven("git show HEAD")).toBe(false);
    await rm(path);
  });

  it("asks where there is none of its own: git would find the one further up", async () => {
    const root = join(workspace, "src");
    expect(await looksAboveWithGit(root, ["status"])).toBe(true);
    expect(await looksAboveWithGit(root, ["push"])).toBe(false);
    expect(await looksAboveWithGit(workspace, ["status"])).toBe(false);
    expect(await provesReading("git status", { root: join(workspace, "src"), closed: [] })).toBe(false);
  });
});
