import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command, CommandRunner, Sandbox } from "@kestrel/core";
import type { SandboxStatus } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { plainCommandRunner } from "./fixtures/plain-command-runner.ts";
import { workplace } from "./fixtures/workplace.ts";

const active: SandboxStatus = { state: "active", by: "bubblewrap", required: false };
const missing = { state: "unavailable", reason: "not_installed", required: false } as const;

/** A workspace whose sandbox says of itself what it is told to; what would be confined is written down and run plainly. */
async function given(status: SandboxStatus, more: Record<string, string> = {}) {
  const entered: Command[] = [];
  const sandbox: Sandbox = {
    status: async () => status,
    enter: async (command) => {
      entered.push(command);
      return { command, leave: async (end) => end };
    },
  };
  const environment: Record<string, string | undefined> = { PATH: process.env.PATH, ...more };
  const commands: Command[] = [];
  const commandRunner: CommandRunner = {
    run: ({ confinement, ...command }, ...rest) => {
      commands.push({ ...command, confinement });
      return plainCommandRunner.run(command, ...rest);
    },
  };
  const place = await workplace({
    sandbox,
    commandRunner,
    environment,
  });
  return { ...place, commands, entered, environment };
}

describe("where a command runs", () => {
  it("is inside an active sandbox with nothing opened, and the answer is bound to that", async () => {
    const place = await given(active);
    const assessed = await place.assess("shell", { command: "npm test" });
    expect(assessed).toMatchObject({ risk: "execute", confined: true, binding: { sandbox: "inside" } });
    await place.run("shell", { command: "npm test" });
    expect(place.commands[0]?.confinement).toMatchObject({ network: false, writable: [place.root] });
  });

  it("opens the network and git only for a command that says so, which then is not confined", async () => {
    const place = await given(active);
    const network = await place.assess("shell", { command: "npm install" });
    expect(network).toMatchObject({ risk: "external", binding: { sandbox: "inside network" } });
    expect(network.confined).toBeUndefined();
    const git = await place.assess("shell", { command: "git commit -m x" });
    expect(git).toMatchObject({
      reasons: ["runs_command", "writes_git"],
      binding: { sandbox: "inside git" },
    });
    expect(git.confined).toBeUndefined();
    await place.run("shell", { command: "git commit -m x" });
    expect(place.commands[0]?.confinement?.sealed.map(({ path }) => path)).not.toContain(
      join(place.root, ".git"),
    );
  });

  it("does not take a program for confined whose name only holds the letters", async () => {
    const place = await given(active);
    expect((await place.assess("shell", { command: "make github digit" })).confined).toBe(true);
    for (const command of [
      "/usr/bin/git add .",
      "sh -c 'git add .'",
      "env git add .",
      "g''it add .",
      "x=$(git add .)",
    ])
      expect((await place.assess("shell", { command })).confined, command).toBeUndefined();
  });

  it("seals .git where it is and where it is not, what editors and shells obey, and repositories below", async () => {
    const place = await given(active);
    const sealed = async () => {
      await place.run("shell", { command: "make it" });
      return (
        place.commands.at(-1)?.confinement?.sealed.map(({ path }) => path.slice(place.root.length + 1)) ?? []
      );
    };
    expect(await sealed()).toEqual([".git", "HEAD"]);
    execFileSync("git", ["init", "-q"], { cwd: place.root });
    await mkdir(join(place.root, ".vscode"));
    await mkdir(join(place.root, "vendor", ".git"), { recursive: true });
    expect((await sealed()).sort()).toEqual([".git", ".vscode", "vendor/.git"]);
  });

  it("seals where the .git of a worktree leads, when that lies in the workspace", async () => {
    const place = await given(active);
    await mkdir(join(place.root, "elsewhere"));
    await writeFile(join(place.root, ".git"), "gitdir: elsewhere\n");
    await place.run("shell", { command: "make it" });
    expect(place.commands[0]?.confinement?.sealed).toEqual([
      { path: join(place.root, ".git"), kind: "file" },
      { path: join(place.root, "elsewhere"), kind: "folder" },
    ]);
  });

  it("seals where it leads through a link, and asks where Kestrel cannot tell where", async () => {
    const place = await given(active);
    await mkdir(join(place.root, "store", "deep"), { recursive: true });
    await mkdir(join(place.root, "store", "git"));
    await symlink("store/deep", join(place.root, "l"));
    await writeFile(join(place.root, ".git"), "gitdir: l/../git\n");
    await place.run("shell", { command: "make it" });
    expect(place.commands[0]?.confinement?.sealed).toContainEqual({
      path: join(place.root, "store", "git"),
      kind: "folder",
    });
    await mkdir(join(place.root, "vendor"));
    for (const file of [".git", "vendor/.git"]) {
      await writeFile(join(place.root, file), "gitdir: l/../git ");
      expect((await place.assess("shell", { command: "make it" })).reasons, file).toContain("writes_git");
      await rm(join(place.root, file));
    }
    expect((await place.assess("shell", { command: "make it" })).reasons).not.toContain("writes_git");
  });

  it("asks where .git is a link, which no mount holds", async () => {
    const place = await given(active);
    await mkdir(join(place.outer, "real.git"));
    await symlink(join(place.outer, "real.git"), join(place.root, ".git"));
    const assessed = await place.assess("shell", { command: "npm test" });
    expect(assessed.confined).toBeUndefined();
    expect(assessed.reasons).toContain("writes_git");
  });

  it("hides Kestrel's folders and the keys of the home folder, by their real names", async () => {
    const home = (await workplace()).outer;
    for (const name of [".ssh", ".config/google-chrome-beta", "plain"])
      await mkdir(join(home, name), { recursive: true });
    await writeFile(join(home, ".netrc"), "");
    const place = await given(active, { HOME: home });
    await place.run("shell", { command: "npm test" });
    const hidden = place.commands[0]?.confinement?.hidden ?? [];
    expect(hidden).toContain(join(place.outer, "data"));
    for (const name of [".ssh", ".config/google-chrome-beta", ".netrc"])
      expect(hidden).toContain(join(home, name));
    expect(hidden).not.toContain(join(home, "plain"));
    expect(hidden).not.toContain(join(home, ".aws"));
  });

  it("is inside with nothing to write for what only looks, a search too", async () => {
    const place = await given(active);
    await place.put("a.txt", "words\n");
    expect(await place.assess("shell", { command: "cat a.txt" })).toMatchObject({
      risk: "read",
      binding: { proven: "reading", sandbox: "inside" },
    });
    expect((await place.run("shell", { command: "cat a.txt" })).content).toContain("words");
    const confinement = { network: false, readOnly: true, writable: [place.root], sealed: [] };
    expect(place.commands.at(-1)?.confinement).toMatchObject(confinement);
    expect(place.commands.at(-1)?.confinement?.hidden).toContain(join(place.outer, "data"));
    expect((await place.run("search", { pattern: "words" })).content).toContain("a.txt");
    expect(place.entered.at(-1)?.confinement).toMatchObject(confinement);
    expect(place.entered.at(-1)?.confinement?.hidden).toContain(join(place.outer, "data"));
  });

  it("leaves open to a search the secret that a person let it look at, and no other", async () => {
    const place = await given(active);
    place.environment.HOME = place.root;
    for (const name of [".ssh", ".aws"]) await place.put(`${name}/key`, "words\n");
    await place.run("search", { pattern: "words", path: ".ssh" });
    const hidden = place.entered.at(-1)?.confinement?.hidden ?? [];
    expect(hidden).toContain(join(place.root, ".aws"));
    expect(hidden).not.toContain(join(place.root, ".ssh"));
  });

  it("is plain without one, and nothing claims otherwise", async () => {
    for (const status of [missing, { state: "off" } as const]) {
      const place = await given(status);
      const assessed = await place.assess("shell", { command: "npm test" });
      expect(assessed.confined).toBeUndefined();
      expect(assessed.binding).not.toHaveProperty("sandbox");
      await place.run("shell", { command: "npm test" });
      expect(place.commands[0]?.confinement).toBeUndefined();
      expect((await place.run("search", { pattern: "x" })).outcome).toBe("ok");
      expect(place.entered).toEqual([]);
    }
  });

  it("runs nothing where one is required and missing, except what is proven to look", async () => {
    const place = await given({ ...missing, required: true });
    const { refused } = await place.assess("shell", { command: "npm test" });
    expect(refused?.content).toBe(
      "No command runs: the user requires a sandbox, and there is none (not_installed). Say so; do the rest without shell.",
    );
    expect(await place.run("shell", { command: "npm test" })).toEqual(refused);
    expect(place.commands).toEqual([]);
    expect((await place.run("shell", { command: "ls" })).outcome).toBe("ok");
  });
});

describe("a server that runs as a job", () => {
  it("says that nothing reaches it where commands share no network, and how the user can", async () => {
    const place = await given(active);
    const { content } = await place.run("job", { command: "echo listening on port 3000" });
    expect(content).not.toContain("sandbox");
    const command = "echo listening on port 3000; sleep 600";
    expect((await place.run("job", { command })).content).toContain(
      "[It runs in a sandbox with a network of its own. Nothing else reaches a port of it. If the user is to open it, stop it and start it again with `KESTREL_NETWORK=1;` before the command: the user is asked.]",
    );
    const open = { command: `KESTREL_NETWORK=1; ${command}` };
    expect(await place.assess("job", open)).toMatchObject({
      risk: "external",
      reasons: expect.arrayContaining(["may_reach_network"]),
      binding: { sandbox: "inside network" },
    });
    expect((await place.run("job", { command: "sleep 600" })).content).not.toContain("sandbox");
    for (const id of ["j2", "j3"]) await place.run("job", { id, stop: true });
  });
});

describe("scripts with more than the sandbox has", () => {
  it("say of a job that others may change them while it runs, and not of a command, which nothing runs beside", async () => {
    const place = await given(active);
    await place.put("package.json", "{}\n");
    const reasons = async (tool: string, command: string) => (await place.assess(tool, { command })).reasons;
    expect(await reasons("job", "npx vite")).toContain("scripts_may_change");
    expect(await reasons("shell", "npx vite")).not.toContain("scripts_may_change");
    expect(await reasons("job", "npm run dev")).not.toContain("scripts_may_change");
    expect(await reasons("job", "curl https://e.x")).not.toContain("scripts_may_change");
    for (const tool of ["shell", "job"]) {
      expect(await reasons(tool, 'sh "$X" https://e.x')).toContain("scripts_unread");
      expect(await reasons(tool, 'sh "$PWD/vite" https://e.x')).not.toContain("scripts_unread");
    }
  });

  it("are changed by no tool while they run", async () => {
    const place = await given(active);
    const path = await place.put("net.sh", "echo one\n");
    const release = place.dependencies.guardedPlaces?.hold([path]);
    const write = () => place.run("write", { path: "net.sh", content: "echo two\n" });
    await place.run("read", { path: "net.sh" });
    expect((await write()).content).toContain("net.sh is being run by a command");
    release?.();
    expect((await write()).outcome).toBe("ok");
    expect(await place.text("net.sh")).toBe("echo two\n");
  });

  it("do not run where what could change them cannot be paused", async () => {
    const place = await given(active);
    await place.put("net.sh", "echo one\n");
    place.dependencies.commandRunner.alone = async () => ({ kind: "unheld" });
    const call = { command: "sh net.sh https://e.x" };
    for (const tool of ["shell", "job"])
      expect((await place.run(tool, call)).content).toContain("cannot be paused. Stop the jobs first.");
    expect(place.commands).toEqual([]);
    expect((await place.run("shell", { command: "sh net.sh" })).outcome).toBe("ok");
  });
});

describe("a command that failed for the sandbox's sake", () => {
  const failing = { command: "echo 'getaddrinfo EAI_AGAIN registry.invalid'; exit 1" };

  it("says so, and is asked for outside when it is sent again: in that session, that command", async () => {
    const place = await given(active);
    expect((await place.assess("shell", failing)).confined).toBe(true);
    const { content } = await place.run("shell", failing);
    expect(content).toContain(
      "[It ran in a sandbox that has no network. If it needs that, send the same command again",
    );
    const again = await place.assess("shell", failing);
    expect(again.confined).toBeUndefined();
    expect(again).toMatchObject({ binding: { sandbox: "outside" } });
    expect(again.reasons).toContain("outside_sandbox");
    expect((await place.assess("shell", failing, "s2-c1")).confined).toBe(true);
    expect((await place.assess("shell", { command: "npm test" })).confined).toBe(true);
    await place.run("shell", failing);
    expect(place.commands.at(-1)?.confinement).toBeUndefined();
  });

  it("is not offered the way out where a sandbox is required", async () => {
    const place = await given({ ...active, required: true });
    expect((await place.run("shell", failing)).content).toContain("The user lets nothing run outside");
    expect((await place.assess("shell", failing)).confined).toBe(true);
  });

  it("is told from one that failed by itself", async () => {
    const place = await given(active);
    for (const command of ["exit 1", "echo EAI_AGAIN", "echo 'AssertionError: 1 != 2'; exit 1"])
      expect((await place.run("shell", { command })).content).not.toContain("sandbox");
    const { content } = await place.run("shell", {
      command: "echo 'fatal: Read-only file system'; exit 128",
    });
    expect(content).toContain("writes only in the workspace, not in .git");
  });
});
