import { mkdtempSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { ToolResult } from "@kestrel/core";
import { createCommandRunner, createSandbox } from "@kestrel/runtime";
import { jobTable } from "@kestrel/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { workplace } from "../../../packages/tools/test/fixtures/workplace.ts";
import { testBubblewrap } from "../../machine.ts";

const supervisorPath = join(import.meta.dirname, "../../../packages/runtime/src/supervisor/supervisor.cjs");
const port = 18_973;
const script = `require("http").createServer((_, answer) => answer.end("up")).listen(${port}, "127.0.0.1", () => console.log("ready"))`;
const serve = `${process.execPath} server.cjs`;
const ask = `curl -sS -m 3 http://127.0.0.1:${port}/`;

/** A workspace whose commands run in a real sandbox, as this user. */
async function given() {
  const data = mkdtempSync(join(homedir(), ".cache", "kestrel-loopback-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const path = [dirname(testBubblewrap ?? ""), process.env.PATH].join(delimiter);
  const sandbox = createSandbox({ setting: "best-effort", folder: join(data, "sandbox"), path });
  const commandRunner = createCommandRunner({ supervisorPath, sandbox });
  const jobs = jobTable();
  const place = await workplace({ commandRunner, sandbox, jobs });
  onTestFinished(() => jobs.endAll("s1"));
  await place.put("server.cjs", script);
  /** Its answer, once the job has said that. */
  const begun = async (command: string): Promise<ToolResult> => {
    const first = await place.run("job", { command });
    await expect.poll(() => jobs.read("s1", "j1")?.tail).toContain("ready");
    return first;
  };
  return { ...place, jobs, begun };
}

describe.skipIf(testBubblewrap === undefined)("a server that runs as a job in the sandbox", () => {
  it("is reached by the session's commands without a question, and says who does not reach it", async () => {
    const { run, assess, begun } = await given();
    expect(await assess("shell", { command: ask })).toMatchObject({
      risk: "external",
      binding: { sandbox: "inside network" },
    });
    await begun(serve);
    const told = await run("job", { id: "j1" });
    expect(told.content).toContain(
      `[Jobs of this session listen on ${port} inside the sandbox. shell reaches them at 127.0.0.1; the user's browser does not. If the user is to open it, stop it and start it again with \`KESTREL_NETWORK=1;\` before the command: the user is asked.]`,
    );
    expect(await assess("shell", { command: ask })).toMatchObject({ risk: "execute", confined: true });
    expect((await run("shell", { command: ask })).content).toContain("up");
    expect(await fetch(`http://127.0.0.1:${port}/`).catch(() => "refused")).toBe("refused");
    for (const command of [`${ask} https://author.example/`, `npm install ${ask}`, "curl author.example"])
      expect((await assess("shell", { command })).confined, command).toBeUndefined();
  });

  it("says to a command that asks the wrong port which ones there are", async () => {
    const { run, begun } = await given();
    await begun(serve);
    const { content } = await run("shell", { command: ask.replace(`${port}`, "18974") });
    expect(content).toContain(
      `[It ran in a sandbox that reaches only the jobs of this session, which listen on ${port}.`,
    );
  });

  it("is reached by the person too, after one question", async () => {
    const { assess, begun, jobs } = await given();
    const command = `KESTREL_NETWORK=1; ${serve}`;
    const asked = await assess("job", { command });
    expect(asked).toMatchObject({ risk: "external", binding: { sandbox: "inside network" } });
    expect(asked.reasons).toContain("may_reach_network");
    expect(asked.confined).toBeUndefined();
    expect((await begun(command)).content).not.toContain("listen on");
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("up");
    await jobs.stop("s1", "j1");
  });
});
