import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CommandRunner } from "@kestrel/core";
import { createCommandRunner } from "@kestrel/runtime";
import { describe, expect, it, onTestFinished } from "vitest";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));

/** Commands of a sandbox that is none: who may write where is all that counts here. */
function given() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "kestrel-still-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 50 }));
  const runner = createCommandRunner({
    supervisorPath,
    sandbox: {
      status: async () => ({ state: "active", by: "bubblewrap", required: false }),
      enter: async (command) => ({ command, leave: async (end) => end }),
    },
  });
  const stop = new AbortController();
  const running: Promise<unknown>[] = [];
  onTestFinished(async () => {
    stop.abort();
    await Promise.all(running);
  });
  const start = (line: string, by: CommandRunner = runner, writable = [base], readOnly?: true) => {
    const confinement = { network: false, writable, sealed: [], hidden: [], ...(readOnly && { readOnly }) };
    const environment = { PATH: process.env.PATH ?? "" };
    const command = { file: "/bin/sh", args: ["-c", line], folder: base, environment, confinement };
    const ended = by.run(command, () => {}, stop.signal);
    running.push(ended);
    return { ended };
  };
  const count = (name: string) => Number(readFileSync(join(base, name), "utf8").trim() || "0");
  const there = (name: string) =>
    expect.poll(() => existsSync(join(base, name)), { timeout: 20_000 }).toBe(true);
  return { base, runner, start, count, there, stop };
}

/** Counts in a file, put in place whole. */
const counting = (name: string) =>
  `n=0; while :; do n=$((n+1)); echo $n > ${name}.new; mv ${name}.new ${name}; done`;

const alone = <Value>(
  runner: CommandRunner,
  folders: readonly string[],
  work: (own: CommandRunner) => Promise<Value>,
  cancel = new AbortController().signal,
) => {
  if (!runner.alone) throw new Error("this runner knows no sandbox");
  return runner.alone(folders, cancel, work);
};

describe.skipIf(process.platform !== "linux")("somebody who is alone in a folder", () => {
  it("finds every command that may write there standing still, those that left its group too, and they go on", async () => {
    const { base, runner, start, count, there } = given();
    start(counting("plain"));
    start(`setsid sh -c '${counting("away")}' & wait`);
    // Each wakes the other whenever it can.
    start(`sh -c 'while :; do kill -CONT $PPID; done' & while :; do kill -CONT $!; echo x >> woken; done`);
    for (const name of ["plain", "away", "woken"]) await there(name);
    const names = ["plain", "away"];
    const seen = () => [...names.map(count), readFileSync(join(base, "woken")).length];
    const end = await alone(runner, [base], async (own) => {
      const before = seen();
      await start("for i in 1 2 3 4 5 6 7 8 9 10; do ls > /dev/null; done", own).ended;
      expect(seen()).toEqual(before);
      return before;
    });
    expect(end).toMatchObject({ kind: "done", paused: 3 });
    for (const name of names) {
      const then = count(name);
      await expect.poll(() => count(name), { timeout: 20_000 }).toBeGreaterThan(then);
    }
  });

  it("is waited for by what would write there, and not by others", async () => {
    const { base, runner, start } = given();
    const order: string[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await alone(runner, [base], async (own) => {
      waiting = Promise.all([
        start("true").ended.then(() => order.push("writes")),
        alone(runner, [join(base, "below")], async () => order.push("is alone")),
      ]);
      await start("true", runner, ["/elsewhere"]).ended;
      await start("true", runner, [base], true).ended;
      await start("true", own).ended;
      order.push("over");
    });
    await waiting;
    expect(order[0]).toBe("over");
    expect(order.sort()).toEqual(["is alone", "over", "writes"]);
  });

  it("is not waited for by what is stopped", async () => {
    const { base, runner, start, stop } = given();
    await alone(runner, [base], async () => {
      const { ended } = start("true");
      const late = new AbortController();
      const asked = alone(runner, [base], async () => "never", late.signal);
      stop.abort();
      late.abort();
      expect(await ended).toEqual({ kind: "cancelled" });
      expect(await asked).toEqual({ kind: "cancelled" });
    });
  });

  it("leaves what it began to others afterwards", async () => {
    const { base, runner, start, count, there } = given();
    await alone(runner, [base], async (own) => {
      start(counting("later"), own);
      await there("later");
    });
    await alone(runner, [base], async () => {
      const before = count("later");
      await start("for i in 1 2 3 4 5; do ls > /dev/null; done", runner, ["/elsewhere"]).ended;
      expect(count("later")).toBe(before);
    });
  });
});
