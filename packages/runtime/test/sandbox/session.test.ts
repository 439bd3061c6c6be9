import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command, CommandEnd, Confinement } from "@kestrel/core";
import { createCommandRunner, createSandbox } from "@kestrel/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { testBubblewrap } from "../../../../test/machine.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));

/** A folder of somebody's own, not below /tmp, and commands in the sandbox there. */
async function given() {
  const parent = join(homedir(), ".cache");
  mkdirSync(parent, { recursive: true });
  const base = realpathSync(mkdtempSync(join(parent, "kestrel-session-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const workspace = join(base, "ws");
  mkdirSync(workspace);
  const folder = join(base, "data", "sandbox");
  const path = [dirname(testBubblewrap ?? ""), process.env.PATH].join(delimiter);
  const sandbox = createSandbox({ setting: "required", folder, path });
  expect(await sandbox.status()).toMatchObject({ state: "active" });
  const runner = createCommandRunner({ supervisorPath, sandbox });
  const inside: Confinement = { network: false, writable: [workspace], sealed: [], hidden: [] };
  const start = (line: string, more: Partial<Confinement> = {}) => {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    let heard = "";
    let hear = () => {};
    const command: Command = {
      ...{ file: "/bin/sh", args: ["-c", line], folder: workspace, watched: true },
      environment: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
      confinement: { ...inside, ...more },
    };
    const take = (text: string) => {
      heard += text;
      hear();
    };
    const ended = runner.run(command, take, stop.signal);
    const says = (word: string) =>
      new Promise<void>((resolve) => {
        hear = () => heard.includes(word) && resolve();
        hear();
      });
    return { ended, says, stop: () => stop.abort(), heard: () => heard };
  };
  const run = async (line: string, more: Partial<Confinement> = {}): Promise<[string, CommandEnd]> => {
    const started = start(line, more);
    const end = await started.ended;
    return [started.heard(), end];
  };
  return { sandbox, start, run, workspace, base };
}

const server = `${process.execPath} -e 'require("http").createServer((_, answer) => answer.end("up")).listen(18971, "127.0.0.1", () => console.log("ready"))'`;
const ask = `${process.execPath} -e 'fetch("http://127.0.0.1:18971/").then((answer) => answer.text()).then(console.log, (error) => console.log(error.cause.code))'`;

describe.skipIf(testBubblewrap === undefined)("the commands of one session", () => {
  it("share a /tmp and a /var/tmp that nobody else sees, for as long as the session lasts", async () => {
    const { run, base } = await given();
    const one = { session: "s1" };
    await run("echo kept > /tmp/a; echo too > /var/tmp/b; mktemp -d", one);
    expect((await run("cat /tmp/a /var/tmp/b", one))[0]).toBe("kept\ntoo\n");
    expect((await run("ls /tmp /var/tmp", { session: "s2" }))[0]).not.toMatch(/\ba\b|\bb\b/);
    expect((await run("ls /tmp", {}))[0]).not.toContain("a\n");
    expect(existsSync("/tmp/a")).toBe(false);
    expect(readdirSync(join(base, "data", "session-tmp", "s1")).sort()).toEqual(["tmp", "var-tmp"]);
  });

  it("leave nothing for ever: what was not used for ten days is gone with the next daemon", async () => {
    const { run, base, sandbox } = await given();
    await run("echo old > /tmp/a", { session: "s1" });
    await run("echo new > /tmp/a", { session: "s2" });
    const folder = join(base, "data", "session-tmp");
    const long = new Date(Date.now() - 11 * 24 * 60 * 60 * 1000);
    // A command may set the times inside to whatever it likes.
    await run("touch -d '2099-01-01' /tmp /var/tmp", { session: "s1" });
    utimesSync(join(folder, "s1"), long, long);
    for (const place of ["s2/tmp", "s2/var-tmp"]) utimesSync(join(folder, place), long, long);
    const next = createSandbox({
      setting: "required",
      folder: join(base, "data", "sandbox"),
      path: dirname(testBubblewrap ?? ""),
    });
    const confinement = { network: false, writable: [], sealed: [], hidden: [], session: "s3" };
    const { leave } = await next.enter({
      file: "/bin/true",
      args: [],
      folder: "/",
      environment: {},
      confinement,
    });
    await leave({ kind: "cancelled" }, "");
    expect(readdirSync(folder).sort()).toEqual(["s2", "s3"]);
    expect((await sandbox.status()).state).toBe("active");
  });

  it("make no folder elsewhere through a link on the way to a workspace in /tmp", async () => {
    const { run, base } = await given();
    const below = realpathSync(mkdtempSync(join(tmpdir(), "kestrel-below-")));
    onTestFinished(() => rmSync(below, { recursive: true, force: true }));
    mkdirSync(join(below, "ws"));
    const writable = { writable: [join(below, "ws")] };
    expect(
      (await run(`mv ${below} /tmp/moved; touch ${below}/ws/a`, { session: "s1", ...writable }))[0],
    ).toMatch(/busy/i);
    expect(existsSync(join(below, "ws", "a"))).toBe(true);
    await run(`ln -s /oldroot${base}/data ${below}; touch /tmp/mine`, { session: "s2" });
    const [said] = await run(`ls -d /tmp/mine ${below}/ws/a`, { session: "s2", ...writable });
    expect(said).toContain(`${below}/ws/a\n`);
    expect(readdirSync(join(base, "data")).sort()).toEqual(["sandbox", "session-tmp"]);
  });

  it("reach what a job of it listens on, and only they do", async () => {
    const { run, start, sandbox } = await given();
    expect(await sandbox.listening?.("s1")).toBeUndefined();
    const job = start(server, { session: "s1", loopback: "held" });
    await job.says("ready");
    expect(await sandbox.listening?.("s1")).toEqual([18971]);
    expect((await run(ask, { session: "s1", loopback: "joined" }))[0]).toBe("up\n");
    expect((await run(ask, { session: "s2", loopback: "joined" }))[0]).toBe("ECONNREFUSED\n");
    expect((await run(ask, { session: "s1" }))[0]).toBe("ECONNREFUSED\n");
    expect(await fetch("http://127.0.0.1:18971/").catch(() => "refused")).toBe("refused");
    const route = `${process.execPath} -e 'require("net").connect(53, "9.9.9.9").on("error", ({ code }) => console.log(code))'`;
    expect((await run(route, { session: "s1", loopback: "joined" }))[0]).toBe("ENETUNREACH\n");
    job.stop();
    await job.ended;
    expect(await sandbox.listening?.("s1")).toBeUndefined();
  });

  it("tell what they left in the background when it was ended with them", async () => {
    const { run } = await given();
    const [said, end] = await run("sleep 300 >/dev/null 2>&1 & setsid sleep 301 & echo started; exit 3");
    expect(said).toBe("started\n");
    expect(end).toEqual({ kind: "exited", code: 3, left: ["sleep 300", "sleep 301"] });
    expect((await run("sleep 0.05 & true"))[1]).toEqual({ kind: "exited", code: 0 });
    expect((await run("kill -9 $$"))[1]).toEqual({ kind: "exited", code: 137 });
  });

  it("see the last line of what they write through a process beside them", async () => {
    const { run } = await given();
    const [said] = await run("bash -c 'echo line > >(sleep 0.05; cat)'");
    expect(said).toBe("line\n");
  });
});
