import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopCommand } from "../src/stop-command/stop-command.ts";
import { plainCommandRunner } from "./fixtures/plain-command-runner.ts";

async function asked(line: string, cancel = new AbortController().signal, shell?: string) {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "kestrel-stop-")));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  const hook = stopCommand(line, {
    commandRunner: plainCommandRunner,
    environment: { PATH: process.env.PATH },
    shell,
  });
  return { answer: await hook.ask({ workspace, turnId: "t1", reply: "Done." }, cancel), workspace };
}

describe("the user's own check", () => {
  it("lets a turn end when it ends with code 0", async () => {
    expect((await asked("echo fine")).answer).toBeUndefined();
  });

  it("holds it back with its code and the end of what it printed", async () => {
    const { answer } = await asked("seq 1 5000; echo lint fails >&2; exit 3");
    expect(answer?.blocked).toMatch(/exit code 3[\s\S]*5000\nlint fails$/);
    expect(answer?.blocked.length).toBeLessThan(2_400);
  });

  it("runs in the workspace", async () => {
    const { answer, workspace } = await asked("pwd; exit 1");
    expect(answer?.blocked).toContain(workspace);
  });

  it("that cannot be run lets it end", async () => {
    expect((await asked("true", undefined, "/no/such/shell")).answer).toBeUndefined();
  });
});
