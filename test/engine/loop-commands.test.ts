import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { git, givenNight, loopNow, runProgram, startLoop, startNightServer } from "../daemon/loop-night.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testBubblewrap, testTmux } from "../machine.ts";
import { homeIn, kestrel } from "../terminal/kestrel-home.ts";
import { screenBeside } from "../terminal/opened-screens.ts";

describe.skipIf(testBubblewrap === undefined)("the commands of long jobs", () => {
  it.skipIf(testTmux === undefined)(
    "end with 6 when the budget is spent, and a terminal that joins is told of it",
    async () => {
      const night = await givenNight({ "a.txt": "0\n" }, () => undefined);
      const { id } = await startLoop(night, "hours: 0.001\n- [ ] make a\n  check: grep -q 1 *.txt\n");
      await expect.poll(async () => (await loopNow(night, id)).phase, { timeout: 60_000 }).toBe("ended");
      const shown = await runProgram(night, ["loop", "show", id]);
      expect(shown.code).toBe(6);
      expect(shown.output).toContain("The budget is spent.");
      const screen = await screenBeside(night.daemon);
      await screen.shows(`Loop ${id} is over or needs you`);
    },
  );

  it("work in a checkout of its own with --worktree, which doctor lists by its size", async () => {
    const night = await givenNight({ "a.txt": "0\n" }, ({ results }) =>
      results === 0 ? { name: "write", args: { path: "b.txt", content: "1\n" } } : "It is written.",
    );
    const { repository } = night;
    const ran = await runProgram(night, ["run", "--worktree", "fix", "--mode", "edits", "write b"]);
    expect(ran).toMatchObject({ code: 0, output: expect.stringContaining("It is written.") });
    expect(git(repository, "status", "--porcelain")).toBe("");
    const { worktrees } = await night.daemon.client.call("listWorktrees", { body: {} });
    expect(worktrees.map(({ name }) => name)).toEqual(["fix"]);
    expect(await readFile(join(worktrees[0]?.folder ?? "", "b.txt"), "utf8")).toBe("1\n");
    expect((await runProgram(night, ["doctor"])).output).toContain(`worktree fix of ${repository}:`);
    const wrong = await runProgram(night, ["run", "--worktree", "../up", "write b"]);
    expect(wrong.code).not.toBe(0);
    expect(wrong.errors).toContain("a name has letters and digits");
  });

  it.skipIf(testTmux === undefined)(
    "make, review and drop a worktree by /worktree in a terminal",
    async () => {
      const night = await givenNight({ "a.txt": "0\n" }, () => "Yes.");
      const screen = await screenBeside(night.daemon);
      await screen.tell("/worktree new fix", "Made the worktree fix in");
      const { worktrees } = await night.daemon.client.call("listWorktrees", { body: {} });
      await writeFile(join(worktrees[0]?.folder ?? "", "b.txt"), "1\n");
      await screen.tell("/worktree review fix", "A merge of fix changes 1 file:");
      await screen.tell("/worktree drop fix", "Moved fix to the trash for 30 days.");
      await screen.tell("/worktree restore fix", "Restored fix.");
    },
  );
});

it("no loop begins where there is no sandbox, and the sentence says why", async () => {
  const server = await startNightServer(() => "Done.");
  const files = { "PLAN.md": "- [ ] make a\n  check: grep -q 1 *.txt\n" };
  const given = { connect: server.url, accepted: true, files, config: 'sandbox = "off"\n' };
  const daemon = await startTestDaemon(given);
  git(daemon.workspace, "init", "-q", "-b", "main");
  git(daemon.workspace, "commit", "-q", "--allow-empty", "-m", "begin");
  const refused = await runProgram({ daemon, server, repository: daemon.workspace }, [
    "loop",
    "PLAN.md",
    "--yes",
  ]);
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain("it needs an active sandbox");
  expect((await daemon.client.call("listWorktrees", { body: {} })).worktrees).toEqual([]);
  expect(server.chats).toEqual([]);
});

it("doctor says which language server would fit the folder, and which one the settings name", async () => {
  const daemon = await startTestDaemon({ files: { "go.mod": "module a\n", "setup.py": "" } });
  const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
  const programs = join(daemon.folder, "programs");
  await mkdir(programs);
  for (const name of ["gopls", "ty"]) {
    await writeFile(join(programs, name), "#!/bin/sh\necho 1.0\n");
    await chmod(join(programs, name), 0o755);
  }
  home.environment.PATH = `${programs}:${home.environment.PATH}`;
  await writeFile(join(daemon.dataFolder, "config", "config.toml"), '[languages]\npython = "ty server"\n');
  const { out } = await kestrel(home, ["doctor"], { input: "" });
  expect(out).toContain('add this below [languages] in your settings: go = "gopls"');
  expect(out).toContain("errors after an edit (python): ty server");
  expect(out).not.toContain("typescript");
});
