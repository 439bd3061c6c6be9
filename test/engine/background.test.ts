import type { ChildProcess } from "node:child_process";
import { appendFile, readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { dataPaths, findDaemon } from "../../packages/store/src/index.ts";
import { startWordServer } from "../bench/word-server.ts";
import { type KestrelHome, kestrel, kestrelHome, program } from "../terminal/kestrel-home.ts";

/** A model's server: a request that asks for it is answered at once, one that says `wait` when it is let through. */
async function givenServer() {
  let letThrough = () => {};
  const open = new Promise<void>((resolve) => (letThrough = resolve));
  let noteAsked = () => {};
  const asked = new Promise<void>((resolve) => (noteAsked = resolve));
  const server = await startWordServer(async (say, body) => {
    if (body.includes("please wait")) {
      noteAsked();
      await open;
    }
    say("Yes.");
  });
  onTestFinished(() => {
    letThrough();
    return server.close();
  });
  return { url: server.url, asked, letThrough };
}

async function given() {
  const server = await givenServer();
  const home = await kestrelHome({ config: `[model]\nurl = "${server.url}"\n` });
  return { ...server, home };
}

const daemonOf = ({ dataFolder }: KestrelHome) => findDaemon(dataPaths({ KESTREL_DATA_DIR: dataFolder }));
const pidOf = async (home: KestrelHome) => (await daemonOf(home))?.pid;
const runs = (home: KestrelHome, words: string) => kestrel(home, ["run", "-q", words], { input: "" });

describe("a daemon in the background", () => {
  it("is started once by twenty that ask for one together, and goes on without them", async () => {
    const { home } = await given();
    const ran = await Promise.all(Array.from({ length: 20 }, (_, at) => runs(home, `task ${at}`)));
    expect(ran.map(({ code, out }) => ({ code, out }))).toEqual(
      Array.from({ length: 20 }, () => ({ code: 0, out: "Yes.\n" })),
    );
    const pid = await pidOf(home);
    expect(pid).toEqual(expect.any(Number));
    expect((await runs(home, "one more")).code).toBe(0);
    expect(await pidOf(home)).toBe(pid);
    const log = await readFile(join(home.dataFolder, "daemon-output.log"), "utf8");
    expect(log).toBe("");
  });

  it("serves two runs beside each other: neither waits for the other, and each has its own session", async () => {
    const { home, asked, letThrough } = await given();
    const long = kestrel(home, ["run", "please wait", "--json"], { input: "" });
    await asked;
    const short = await kestrel(home, ["run", "hello", "--json"], { input: "" });
    expect(short.code).toBe(0);
    letThrough();
    const ended = await long;
    expect(ended.code).toBe(0);
    const [one, other] = [short, ended].map(({ out }) => (JSON.parse(out) as { session: string }).session);
    expect(one).not.toBe(other);
    // The way back is by the session's own name.
    expect(short.err).toContain(`run -r ${one}`);
  });

  it("goes on when the run that started it is interrupted or killed", async () => {
    const { home, asked } = await given();
    let first: ChildProcess | undefined;
    const killed = kestrel(home, ["run", "please wait"], {
      input: "",
      started: (child) => {
        first = child;
      },
    });
    await asked;
    const pid = await pidOf(home);
    first?.kill("SIGKILL");
    await killed;
    expect((await runs(home, "hello")).code).toBe(0);
    expect(await pidOf(home)).toBe(pid);
  });

  it("has neither the folder nor the terminal of whoever started it, and their programs and language", async () => {
    const { home } = await given();
    home.environment.TMUX_PANE = "%7";
    await runs(home, "hello");
    const pid = await pidOf(home);
    const environment = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0");
    expect(environment).toContain(`PATH=${home.environment.PATH}`);
    expect(environment).toContain("LANG=C.UTF-8");
    expect(environment).not.toContain("TMUX_PANE=%7");
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // proc_pid_stat(5): state, parent, group, session, terminal.
    const [, , group, session, terminal] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    expect([group, session, terminal]).toEqual([String(pid), String(pid), "0"]);
    expect(await readFile(`/proc/${pid}/cmdline`, "utf8")).not.toContain(home.workspace);
  });

  it("that was killed is followed by another one", async () => {
    const { home } = await given();
    await runs(home, "hello");
    const pid = await pidOf(home);
    process.kill(pid ?? 0, "SIGKILL");
    expect(await runs(home, "hello")).toMatchObject({ code: 0, out: "Yes.\n" });
    expect(await pidOf(home)).not.toBe(pid);
  });

  it("says what its start failed with, as if it had been started here", async () => {
    const { home } = await given();
    await appendFile(join(home.dataFolder, "config/config.toml"), "[server]\nport = 70000\n");
    const { code, err } = await runs(home, "hello");
    expect(code).toBe(3);
    expect(err).toContain("`server.port`");
    expect(await daemonOf(home)).toBeUndefined();
  });

  it("is not left behind by a run that never began, nor by a command that only looks", async () => {
    const { home } = await given();
    expect((await kestrel(home, ["sessions", "list"])).code).toBe(0);
    expect(await daemonOf(home)).toBeUndefined();
    expect((await kestrel(home, ["run", "hello", "--url", "http://127.0.0.1:9"], { input: "" })).code).toBe(
      4,
    );
    expect(await daemonOf(home)).toBeUndefined();
  });
});

describe("a daemon that would come up otherwise", () => {
  it("gives way when it is unused: to other settings, and to another model's server", async () => {
    const { home } = await given();
    await runs(home, "hello");
    const first = await pidOf(home);
    await appendFile(join(home.dataFolder, "config/config.toml"), "[limits]\nmax_steps = 3\n");
    expect((await runs(home, "hello")).code).toBe(0);
    const second = await pidOf(home);
    expect(second).not.toBe(first);
    const other = await givenServer();
    const ran = await kestrel(home, ["run", "-q", "hello", "--url", other.url], { input: "" });
    expect(ran).toMatchObject({ code: 0, out: "Yes.\n" });
    expect(await pidOf(home)).not.toBe(second);
  });

  it("stays when it is used, and says so to whoever names another model", async () => {
    const { home, asked, letThrough } = await given();
    const long = runs(home, "please wait");
    await asked;
    const pid = await pidOf(home);
    const refused = await kestrel(home, ["run", "hello", "--url", "http://127.0.0.1:9"], { input: "" });
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain(`already running (pid ${pid})`);
    letThrough();
    expect((await long).code).toBe(0);
  });

  it("gives way to a newer build when it is unused, and is told to be older when it is not", async () => {
    const { home, asked, letThrough } = await given();
    const long = runs(home, "please wait");
    await asked;
    const pid = await pidOf(home);
    const built = join(program, "../program.cjs");
    const { mtime } = await import("node:fs/promises").then(({ stat }) => stat(built));
    // A build is told from another one by when its file was written.
    await utimes(built, new Date(), new Date(mtime.getTime() + 5_000));
    onTestFinished(() => utimes(built, mtime, mtime));
    const beside = await kestrel(home, ["run", "hello"], { input: "" });
    expect(beside.code).toBe(0);
    expect(beside.err.replaceAll(/\s+/g, " ")).toMatch(/\(pid \d+\) is an older build\. It is in use/);
    expect((await kestrel(home, ["status"])).out).toContain("an older build");
    expect(await pidOf(home)).toBe(pid);
    letThrough();
    await long;
    expect((await runs(home, "hello")).code).toBe(0);
    expect(await pidOf(home)).not.toBe(pid);
  });
});

describe("kestrel status, stop and restart", () => {
  it("say whether one runs, end it, and start it anew", async () => {
    const { home } = await given();
    for (const command of ["status", "stop"]) {
      const none = await kestrel(home, [command]);
      expect(none).toMatchObject({ code: 1, out: "" });
      expect(none.err).toContain("No Kestrel is running");
    }
    expect(JSON.parse((await kestrel(home, ["status", "--json"])).out)).toMatchObject({ running: false });
    await runs(home, "hello");
    const pid = await pidOf(home);
    const told = await kestrel(home, ["status"]);
    expect(told.code).toBe(0);
    expect(told.out).toMatch(
      new RegExp(
        `^Kestrel \\S+ is running at http://127\\.0\\.0\\.1:\\d+ \\(pid ${pid}\\)\\. Model: words \\(ready\\)\nNot in use`,
      ),
    );
    expect(JSON.parse((await kestrel(home, ["status", "--json"])).out)).toMatchObject({
      ...{ running: true, pid, background: true, older: false, usedBy: [] },
      engine: { state: "ready", label: "words" },
    });
    const restarted = JSON.parse((await kestrel(home, ["restart", "--json"])).out) as { pid: number };
    expect(restarted).toMatchObject({ before: pid });
    expect(restarted.pid).not.toBe(pid);
    expect(JSON.parse((await kestrel(home, ["stop", "--json"])).out)).toMatchObject({
      ...{ stopped: true, pid: restarted.pid },
    });
    expect(await daemonOf(home)).toBeUndefined();
  });

  it("stop says whom it ended, in one sentence, and in Chinese", async () => {
    const { home } = await given();
    await runs(home, "hello");
    const pid = await pidOf(home);
    home.environment.LANG = "zh_CN.UTF-8";
    expect(await kestrel(home, ["stop"])).toEqual({
      code: 0,
      out: `Kestrel（pid ${pid}）已停止。\n`,
      err: "",
    });
  });

  it("restart leaves one in the foreground alone", async () => {
    const { home } = await given();
    let serving: ChildProcess | undefined;
    const up = new Promise<void>((resolve) => {
      void kestrel(home, ["serve"], {
        started: (child) => {
          serving = child;
          child.stdout?.on("data", (bytes: Buffer) => bytes.includes("login?link") && resolve());
        },
      });
    });
    await up;
    const refused = await kestrel(home, ["restart"]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`(pid ${serving?.pid}) runs in the foreground`);
    expect(await pidOf(home)).toBe(serving?.pid);
  });
});
