import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EndedJob } from "@kestrel/core";
import { entriesIn, openDaemonLog } from "@kestrel/diagnostics";
import { describe, expect, it, onTestFinished } from "vitest";
import { jobTable } from "../src/index.ts";
import { workplace } from "./fixtures/workplace.ts";

async function given() {
  const jobs = jobTable();
  const place = await workplace({ jobs });
  onTestFinished(() => jobs.endAll("s1"));
  const ended: EndedJob[] = [];
  let told = (_: EndedJob) => {};
  jobs.watch("s1", async (job) => {
    ended.push(job);
    told(job);
  });
  const nextEnd = () => new Promise<EndedJob>((resolve) => (told = resolve));
  const start = async (command: string) => {
    const result = await place.run("job", { command });
    if (result.startedJob) jobs.announced("s1", result.startedJob.job);
    return result;
  };
  return { ...place, jobs, ended, nextEnd, start };
}

describe("a job", () => {
  it("goes on after its call, is read, listed and stopped with everything it started", async () => {
    const { start, run, jobs, ended, root } = await given();
    const begun = await start("echo begun; echo $$ > pid; sleep 600 & wait");
    expect(begun).toMatchObject({ outcome: "ok", startedJob: { job: "j1" } });
    expect(begun.content).toBe("j1 runs in the background.\nbegun");
    expect((await run("job", {})).content).toBe("j1 runs: echo begun; echo $$ > pid; sleep 600 & wait");
    expect((await run("job", { id: "j1" })).content).toBe("j1 runs\nbegun");
    const pid = Number(await readFile(join(root, "pid"), "utf8"));
    expect((await run("job", { id: "j1", stop: true })).content).toMatch(/^j1 was ended \(stopped\)\nbegun/);
    expect(() => process.kill(pid, 0)).toThrow();
    expect(ended).toEqual([{ job: "j1", end: "stopped" }]);
    expect(await jobs.stop("s1", "j1")).toBe(false);
  });

  it("that ends at once says how, and its end is told only after its beginning", async () => {
    const { run, jobs, ended } = await given();
    const result = await run("job", { command: "echo no >&2; exit 3" });
    expect(result).toMatchObject({
      outcome: "error",
      content: "j1 ended at once: ended with exit code 3\nno",
    });
    expect(ended).toEqual([]);
    jobs.announced("s1", "j1");
    expect(ended).toEqual([{ job: "j1", end: "exited", exitCode: 3 }]);
    jobs.announced("s1", "j1");
    expect(ended).toHaveLength(1);
  });

  it("that fails inside Kestrel has ended, and its end carries the id of the stack", async () => {
    const jobs = jobTable();
    const { run, outer } = await workplace({
      jobs,
      commandRunner: {
        run: async () => {
          throw new TypeError("nothing runs");
        },
      },
    });
    const log = openDaemonLog(outer, "0.0.0");
    onTestFinished(() => log.close());
    const ended: EndedJob[] = [];
    jobs.watch("s1", async (job) => void ended.push(job));
    expect(await run("job", { command: "make" })).toMatchObject({
      outcome: "error",
      content: expect.stringContaining("j1 ended at once: could not be started"),
    });
    jobs.announced("s1", "j1");
    await log.written();
    const [entry] = await entriesIn(outer, 1);
    expect(entry).toMatchObject({ where: "job", message: "TypeError: nothing runs" });
    expect(ended).toEqual([{ job: "j1", end: "failed", report: entry?.id }]);
  });

  it("is another session's business only there", async () => {
    const { start, run, jobs } = await given();
    await start("sleep 600");
    expect((await run("job", { id: "j1" }, "s2-c1")).content).toBe("There is no job j1.\nNo jobs.");
    expect(jobs.read("s2", "j1")).toBeUndefined();
    await jobs.endAll("s2");
    expect(jobs.read("s1", "j1")?.running).toBe(true);
  });

  it("ends with its session, whatever it does against that", async () => {
    const { start, jobs, ended } = await given();
    await start("trap '' TERM INT HUP; while :; do sleep 0.1; done");
    await jobs.endAll("s1");
    expect(ended).toEqual([{ job: "j1", end: "shutdown" }]);
  });

  it("is one of at most four", async () => {
    const { start } = await given();
    for (let count = 0; count < 4; count++) await start("sleep 600");
    expect((await start("sleep 600")).content).toBe("Not started: 4 jobs run already. Stop one first.");
  });

  it("is asked about like any command, and looking at one is not", async () => {
    const { assess } = await given();
    expect(await assess("job", { command: "rm -rf build" })).toMatchObject({ risk: "destructive" });
    expect(await assess("job", { id: "j1", stop: true })).toEqual({ risk: "read", reasons: [] });
  });

  it.each([
    ["a flood", "yes", /^j1 (runs in the background|ended at once)/],
    ["one endless line", "tr '\\0' a < /dev/zero", /^j1/],
    ["what waits for words", "read x; echo got nothing", /got nothing/],
    ["what waits for a password", "sudo -n -v; echo over", /over/],
    ["a pipe without a writer", "mkfifo p; cat p", /^j1 runs/],
  ])("is bounded: %s", async (_, command, says) => {
    const { start, jobs, ended } = await given();
    expect((await start(command)).content).toMatch(says);
    const { tail = "" } = jobs.read("s1", "j1") ?? {};
    expect(tail.length).toBeLessThanOrEqual(16 * 1024);
    await jobs.endAll("s1");
    expect(ended).toHaveLength(1);
  });
});
