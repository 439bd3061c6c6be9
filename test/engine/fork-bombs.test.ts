import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { leftAfter } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { somebodyWhoAsks } from "../daemon/somebody-who-asks.ts";
import { testBubblewrap } from "../machine.ts";
import { asNobody, sandboxedWorkplace } from "../sandbox/sandboxed-workplace.ts";

/** Few, so that the machine's other work goes on: what counts is that it is counted. The kernel's own limit is far above. */
const limits = { ownProcesses: 150, processes: 3_000 };
const bombs = {
  "one that doubles": (mark: string) => `b(){ b "${mark}"|b "${mark}"& }; b; sleep 60`,
  "one whose processes leave their group": (mark: string) =>
    `while :; do setsid sh -c 'sleep 60; : ${mark}' & done; wait`,
  "one that doubles away from its group": (mark: string) =>
    `export B='setsid sh -c "$B" & setsid sh -c "$B" & sleep 60; : ${mark}'; sh -c "$B"`,
};

/** Until the system has buried what ended: until then it counts for the limit of the next one. */
async function untilBuried(): Promise<void> {
  const isNobodys = (pid: string) => {
    try {
      return /^Uid:\s+65534\b/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };
  while (
    asNobody.length > 0 &&
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .some(isNobodys)
  )
    await wait(50);
}

/** It may meet the kernel's limit before it is counted. */
const isEnded =
  /^ended by SIGKILL\n[\s\S]*\[Ended: it had \d+ processes at once\.\]|^exit code 2\n[\s\S]*Cannot fork/;

describe.skipIf(testBubblewrap === undefined)("a fork bomb", () => {
  for (const where of ["confined", "plain"] as const)
    for (const [kind, bomb] of Object.entries(bombs))
      it(`(${kind}, ${where}) is ended, nothing of it is left, and others are answered`, {
        timeout: 60_000,
      }, async () => {
        await untilBuried();
        const place = await sandboxedWorkplace(where, limits);
        const ask = await somebodyWhoAsks();
        const mark = `kestrel-bomb-${process.pid}-${Math.floor(performance.now())}`;
        let over = false;
        const call = place.run("shell", { command: bomb(mark), timeout: 50 }).finally(() => {
          over = true;
        });
        const times: number[] = [];
        while (!over) {
          times.push(await ask());
          await wait(10);
        }
        const { content } = await call;
        expect(content).toMatch(isEnded);
        expect(await leftAfter(10_000, mark)).toEqual([]);
        times.sort((one, other) => one - other);
        console.log(
          `beside a bomb (${kind}, ${where}): ${times.length} answers, p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(0)} ms`,
        );
      });

  it("of somebody else does no harm to a command: it stands still while it is counted, and goes on", {
    timeout: 60_000,
  }, async () => {
    await untilBuried();
    const place = await sandboxedWorkplace("plain", { ownProcesses: 20 });
    const others = await sandboxedWorkplace("plain", limits);
    const [{ content }, beside] = await Promise.all([
      place.run("shell", {
        command: "setsid sleep 2 & for i in 1 2 3 4 5 6; do sleep 0.3; echo $i; done; wait",
      }),
      others.run("shell", { command: "for i in $(seq 60); do sleep 1 & done; wait" }),
    ]);
    expect(beside.content).toMatch(/^exit code 0/);
    expect(content).toMatch(/^exit code 0\n1\n2\n3\n4\n5\n6\n?$/);
  });

  it("that runs as a job is ended like one that is waited for", { timeout: 60_000 }, async () => {
    await untilBuried();
    const place = await sandboxedWorkplace("confined", limits);
    const mark = `kestrel-bomb-${process.pid}-job`;
    const jobEnd = new Promise((resolve) => place.jobs.watch("s1", async (job) => resolve(job)));
    await place.run("job", { command: bombs["one whose processes leave their group"](mark) });
    place.jobs.announced("s1", "j1");
    expect(await jobEnd).toEqual({ job: "j1", end: "signalled" });
    expect((await place.run("job", { id: "j1" })).content).toMatch(/\[Ended: it had \d+ processes at once/);
    expect(await leftAfter(10_000, mark)).toEqual([]);
  });
});
