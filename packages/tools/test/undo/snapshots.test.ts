import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import type { EventBody } from "@kestrel/protocol";
import { emptySession, evolve, type SessionState, wantedFiles } from "@kestrel/session-state";
import { describe, expect, it, onTestFinished } from "vitest";
import { CommandSnapshots, fileBlobs, fileRestorer } from "../../src/index.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { type Workplace, workplace } from "../fixtures/workplace.ts";

const author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];

/** One turn of a session whose commands are covered, in a repository of the user's. */
async function coveredPlace({
  repository = true,
  patience = { first: 60_000, usual: 60_000, stopped: 60_000 },
} = {}) {
  const parts: { snapshots?: CommandSnapshots } = {};
  const place = await workplace(parts);
  const data = join(place.outer, "data");
  const blobs = fileBlobs(join(data, "blobs"));
  const closedFolders = [data];
  const snapshots = new CommandSnapshots({ folder: join(data, "snapshots"), blobs, closedFolders, patience });
  const restorer = fileRestorer({ blobs, closedFolders, workerProgram: await bundledWorker() });
  const git = (...args: string[]) =>
    execFileSync("git", [...author, ...args], { cwd: place.root, encoding: "utf8" });
  if (repository) git("init", "-q");
  let state: SessionState = emptySession;
  const log = (body: EventBody) => {
    state = evolve(state, { v: 1, seq: state.lastSeq + 1, at: "2026-01-01T00:00:00.000Z", body });
  };
  log({ type: "turn.started", turnId: "t1", text: "go" });
  const never = new AbortController().signal;
  return {
    ...{ place, git, snapshots, data },
    state: () => state,
    /** Any change, as if a command made it. */
    command: async (does: () => Promise<unknown> | unknown) => {
      const watched = await snapshots.before(place.root, never);
      await does();
      const coverage = await watched.settle(never);
      log({ type: "command.covered", turnId: "t1", callId: "c1", ...coverage });
      return coverage;
    },
    undo: async () => {
      const target = { turn: "t1" };
      const restoration = await restorer.restore(place.root, wantedFiles(state, target));
      log({ type: "files.restored", target, ...restoration });
      return restoration;
    },
    redo: async () => restorer.restore(place.root, wantedFiles(state, { restored: state.lastSeq })),
  };
}

const sh = (place: Workplace, line: string) => execFileSync("sh", ["-c", line], { cwd: place.root });

it("a pipe under the name of an ignore file holds nothing up, and the command behind it is covered", async () => {
  const { place, command, undo } = await coveredPlace();
  await place.put("README.md", "mine\n");
  await place.put("sub/a.txt", "mine\n");
  await command(() => sh(place, "mkfifo .gitignore .gitattributes sub/.gitignore sub/.gitattributes"));
  const began = performance.now();
  const coverage = await command(() => sh(place, "rm README.md; echo x > sub/a.txt; echo y > sub/b.txt"));
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(coverage.uncovered).toBeUndefined();
  expect(coverage.files.map(({ path }) => path).sort()).toEqual(["README.md", "sub/a.txt", "sub/b.txt"]);
  await undo();
  expect(await place.text("README.md")).toBe("mine\n");
});

it("a pipe that a job holds open is not waited for: what is not covered is said", async () => {
  const { place, command } = await coveredPlace({
    patience: { first: 600_000, usual: 600_000, stopped: 600_000 },
  });
  sh(place, "mkfifo .gitattributes");
  const holder = spawn("sh", ["-c", "exec 3<>.gitattributes; echo held; exec sleep 600"], {
    cwd: place.root,
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  expect(await command(() => sh(place, "echo x > a.txt"))).toEqual({ files: [], uncovered: "too_slow" });
});

/** Everything below a folder that can be told apart from outside. */
async function treeOf(folder: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const at = join(entry.parentPath, entry.name);
    const { mode } = await lstat(at);
    if (entry.isSymbolicLink()) tree[at] = `link ${await readlink(at)}`;
    else if (entry.isFile())
      tree[at] = `${(mode & 0o777).toString(8)} ${createHash("sha256")
        .update(await readFile(at))
        .digest("hex")}`;
  }
  return tree;
}

describe("what commands did, with a snapshot before them", () => {
  it("is taken back: what they made, changed, renamed, linked and deleted; and brought again", async () => {
    const { place, git, command, undo, redo } = await coveredPlace();
    await place.put("a.txt", "one\r\ntwo");
    await place.put("src/b.bin", Buffer.from([0, 255, 10, 13, 0]));
    await place.put("secret.env", "KEY=1\n");
    await chmod(join(place.root, "secret.env"), 0o600);
    await place.put("run.sh", "exit\n");
    await symlink("a.txt", join(place.root, "link"));
    git("add", "-A");
    git("commit", "-qm", "x");
    await place.put("new.txt", "not in the repository\n");
    const before = await treeOf(place.root);

    const { files } = await command(() =>
      sh(
        place,
        "printf x >> a.txt; rm -r src secret.env; mkdir -p made/deep; echo m > made/deep/m; chmod 755 run.sh; chmod 640 new.txt; ln -sf new.txt link; mv new.txt moved.txt",
      ),
    );
    expect(files.map(({ path }) => path).sort()).toEqual(
      ["a.txt", "link", "made/deep/m", "moved.txt", "new.txt", "run.sh", "secret.env", "src/b.bin"].sort(),
    );
    const after = await treeOf(place.root);

    expect((await undo()).refused).toEqual([]);
    expect(await treeOf(place.root)).toEqual(before);
    expect((await redo()).refused).toEqual([]);
    expect(await treeOf(place.root)).toEqual(after);
  });

  it("leaves the user's index, objects and references as they were, and says nothing of files that no command touched", async () => {
    const { place, git, command } = await coveredPlace();
    await place.put("a.txt", "one\n");
    await place.put("staged.txt", "staged\n");
    git("add", "a.txt");
    git("commit", "-qm", "x");
    git("add", "staged.txt");
    await place.put("a.txt", "two\n");
    const own = await treeOf(join(place.root, ".git"));
    expect((await command(() => undefined)).files).toEqual([]);
    expect((await command(() => sh(place, "echo three > a.txt; rm staged.txt"))).files).toHaveLength(2);
    expect(await treeOf(join(place.root, ".git"))).toEqual(own);
  });

  it("touches nothing that somebody changed since", async () => {
    const { place, command, undo } = await coveredPlace();
    await place.put("mine.txt", "one\n");
    await place.put("other.txt", "one\n");
    await command(() => sh(place, "echo two > mine.txt; echo two > other.txt"));
    await place.put("mine.txt", "my own words\n");
    const { refused, files } = await undo();
    expect(refused).toEqual([{ path: "mine.txt", reason: "changed" }]);
    expect(files.map(({ path }) => path)).toEqual(["other.txt"]);
    expect(await place.text("mine.txt")).toBe("my own words\n");
  });

  it("does not count what the person changed between two commands as theirs", async () => {
    const { place, command, undo } = await coveredPlace();
    await place.put("a.txt", "one\n");
    await command(() => sh(place, "echo two > a.txt"));
    await place.put("b.txt", "mine\n");
    expect((await command(() => sh(place, "echo three > c.txt"))).files).toHaveLength(1);
    await undo();
    expect(await place.text("b.txt")).toBe("mine\n");
    expect(await place.text("a.txt")).toBe("one\n");
  });

  it("runs no program that the repository names, and keeps bytes as they are", async () => {
    const { place, git, command, undo } = await coveredPlace();
    const canary = join(place.outer, "canary");
    const program = join(place.root, "program.sh");
    await writeFile(program, `#!/bin/sh\necho "$0 $*" >> ${canary}\ncat\n`, { mode: 0o755 });
    await place.put(
      ".gitattributes",
      "* filter=evil diff=evil text eol=crlf ident working-tree-encoding=UTF-16\n",
    );
    await place.put("a.txt", "one $Id$\n");
    await mkdir(join(place.root, "inner"));
    execFileSync("git", [...author, "init", "-q", "inner"], { cwd: place.root });
    for (const repository of [".", "inner"])
      for (const [key, value] of [
        ["core.fsmonitor", program],
        ["core.hooksPath", place.root],
        ["filter.evil.clean", program],
        ["filter.evil.smudge", program],
        ["filter.evil.process", program],
        ["filter.evil.required", "true"],
        ["diff.evil.textconv", program],
        ["diff.external", program],
      ] as const)
        git("-C", repository, "config", key, value);
    await writeFile(
      join(place.root, ".gitmodules"),
      `[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n\tupdate = !${program}\n`,
    );
    await place.put("inner/file.txt", "x\n");
    await rm(canary, { force: true });
    await command(() => place.put("a.txt", "two $Id$\n"));
    await undo();
    expect(await place.text("a.txt")).toBe("one $Id$\n");
    expect(await readFile(canary, "utf8").catch(() => "nothing ran")).toBe("nothing ran");
    // The same git, asked in the repository, does run it.
    await place.put("a.txt", "three\n");
    execFileSync("git", ["status"], { cwd: place.root });
    expect(await readFile(canary, "utf8")).toContain("program.sh");
  });

  it("covers a folder that is no repository, and a workspace within one by the rules of its root", async () => {
    const plain = await coveredPlace({ repository: false });
    await plain.place.put("a.txt", "one\n");
    await plain.command(() => sh(plain.place, "rm a.txt"));
    await plain.undo();
    expect(await plain.place.text("a.txt")).toBe("one\n");

    const within = await coveredPlace({ repository: false });
    execFileSync("git", [...author, "init", "-q"], { cwd: within.place.outer });
    await writeFile(join(within.place.outer, ".gitignore"), "*.log\n");
    await within.place.put("a.txt", "one\n");
    await within.place.put("noise.log", "one\n");
    const { files } = await within.command(() => sh(within.place, "echo two > a.txt; echo two > noise.log"));
    expect(files.map(({ path }) => path)).toEqual(["a.txt"]);
    await within.undo();
    expect(await within.place.text("a.txt")).toBe("one\n");
  });

  it("says what is not known: too much, too slow, no git, and files that are too large", async () => {
    const { place, command } = await coveredPlace();
    await place.put("large", "");
    await truncate(join(place.root, "large"), 9 * 1024 * 1024);
    expect(await command(() => truncate(join(place.root, "large"), 10 * 1024 * 1024))).toEqual({
      files: [],
      missed: 1,
    });
    expect(
      await command(() => sh(place, "i=0; while [ $i -lt 1001 ]; do : > f$i; i=$((i+1)); done")),
    ).toEqual({ files: [], uncovered: "too_many" });

    const slow = await coveredPlace({ patience: { first: 0, usual: 0, stopped: 0 } });
    expect(await slow.command(() => undefined)).toEqual({ files: [], uncovered: "too_slow" });

    const without = new CommandSnapshots({
      folder: join(place.outer, "data", "none"),
      blobs: fileBlobs(join(place.outer, "data", "blobs")),
      environment: { PATH: "/nowhere" },
    });
    const watched = await without.before(place.root, new AbortController().signal);
    expect(await watched.settle(new AbortController().signal)).toEqual({ files: [], uncovered: "no_git" });
  });

  it("keeps nothing beside what commands changed once the next daemon takes its first", async () => {
    const { place, command, data } = await coveredPlace();
    await place.put("a.txt", "one\n");
    await command(() => undefined);
    const another = new CommandSnapshots({
      folder: join(data, "snapshots"),
      blobs: fileBlobs(join(data, "blobs")),
    });
    const [old] = await readdir(join(data, "snapshots"));
    await mkdir(join(place.outer, "elsewhere"));
    await another.before(join(place.outer, "elsewhere"), new AbortController().signal);
    expect(await readdir(join(data, "snapshots"))).not.toContain(old);
  });
});
