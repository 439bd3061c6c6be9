import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command, CommandRunner } from "@kestrel/core";
import type { SandboxStatus } from "@kestrel/protocol/api";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileBlobs } from "../src/index.ts";
import { stopCommand } from "../src/stop-command/stop-command.ts";
import { plainCommandRunner } from "./fixtures/plain-command-runner.ts";

const active: SandboxStatus = { state: "active", by: "bubblewrap", required: false };

/** Asked in a workspace whose sandbox says of itself what it is told to; what would be confined is written down and run plainly. */
async function asked(
  line: string,
  { status = active, shell }: { status?: SandboxStatus; shell?: string } = {},
  prepare: (workspace: string) => Promise<void> = async () => {},
) {
  const outer = await realpath(await mkdtemp(join(tmpdir(), "kestrel-stop-")));
  onTestFinished(() => rm(outer, { recursive: true, force: true }));
  await prepare(outer);
  const commands: Command[] = [];
  const commandRunner: CommandRunner = {
    run: ({ confinement, ...command }, ...rest) => {
      commands.push({ ...command, confinement });
      return plainCommandRunner.run(command, ...rest);
    },
  };
  const hook = stopCommand(line, {
    commandRunner,
    sandbox: {
      status: async () => status,
      enter: async (command) => ({ command, leave: async (end) => end }),
    },
    ...{ blobs: fileBlobs(outer), spillFolder: outer, workerProgram: "", closedFolders: ["/data"] },
    environment: { PATH: process.env.PATH },
    shell,
  });
  const answer = await hook.ask(
    { workspace: outer, turnId: "t1", reply: "Done." },
    new AbortController().signal,
  );
  return { answer, workspace: outer, commands };
}

const words = (answer: Awaited<ReturnType<typeof asked>>["answer"]) =>
  answer === undefined ? undefined : "blocked" in answer ? answer.blocked : answer.unrun;

describe("the user's own check", () => {
  it("lets a turn end when it ends with code 0", async () => {
    expect((await asked("echo fine")).answer).toBeUndefined();
  });

  it("holds it back with its code and the end of what it printed", async () => {
    const { answer } = await asked("seq 1 5000; echo lint fails >&2; exit 3");
    expect(answer).toHaveProperty("blocked");
    expect(words(answer)).toMatch(/exit code 3[\s\S]*5000\nlint fails$/);
    expect(words(answer)?.length).toBeLessThan(2_400);
  });

  it("runs in the workspace, inside the sandbox with nothing opened, whatever it names", async () => {
    const { answer, workspace, commands } = await asked(
      "pwd; curl https://e.x; git push; npm install; exit 1",
    );
    expect(words(answer)).toContain(workspace);
    expect(commands[0]?.confinement).toMatchObject({ network: false, writable: [workspace] });
    expect(commands[0]?.confinement?.sealed.map(({ path }) => path)).toContain(join(workspace, ".git"));
    expect(commands[0]?.confinement?.hidden).toContain("/data");
  });

  it("says when what failed was for the sandbox's sake", async () => {
    const { answer } = await asked("echo 'getaddrinfo EAI_AGAIN registry.invalid'; exit 1");
    expect(words(answer)).toContain("[It ran in the sandbox: no network.]");
  });

  it.each<SandboxStatus>([
    { state: "off" },
    { state: "unavailable", reason: "not_installed", required: false },
  ])("is handed to the model as a command where there is no sandbox: $state", async (status) => {
    const { answer, commands } = await asked("npm test", { status });
    expect(answer).toEqual({
      unrun: "npm test: it would run outside the sandbox. Run it with shell: the user is asked.",
    });
    expect(commands).toEqual([]);
  });

  it("runs nowhere where one is required and missing", async () => {
    const status = { state: "unavailable", reason: "not_installed", required: true } as const;
    const { answer, commands } = await asked("npm test", { status });
    expect(words(answer)).toContain("the user requires a sandbox, and there is none (not_installed)");
    expect(commands).toEqual([]);
  });

  it("is handed to the model where .git is a link, which no mount holds", async () => {
    const { answer, commands } = await asked("npm test", {}, (workspace) =>
      symlink("/elsewhere", join(workspace, ".git")),
    );
    expect(answer).toHaveProperty("unrun");
    expect(commands).toEqual([]);
  });

  it("that cannot be started says so", async () => {
    const { answer } = await asked("true", { shell: "/no/such/shell" });
    expect(answer).toEqual({ unrun: expect.stringMatching(/could not be started .*Say so/) });
  });
});
