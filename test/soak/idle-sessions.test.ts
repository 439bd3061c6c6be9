import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";

/** Resident memory of a process, in MiB. */
function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

const settled = { timeout: 600_000, interval: 10_000 };

it.skipIf(process.platform !== "linux")(
  "gives back what 200 sessions of 500 events took, but for 30 MiB",
  { timeout: 1_200_000 },
  async () => {
    const words = await startWordServer(async (say) => {
      for (let at = 0; at < 12; at++) say(`word${at} `);
    });
    const daemon = await startTestDaemon({ connect: words.url });
    let empty = Number.POSITIVE_INFINITY;
    // What only its start needed is given back first.
    await expect
      .poll(() => {
        const before = empty;
        empty = residentOf(daemon.pid);
        return before - empty;
      }, settled)
      .toBeLessThan(1);

    const first = await openTestSession(daemon);
    let events = 0;
    for (let turn = 1; events < 500; turn++) {
      await first.turn(`hello ${turn}`);
      events = (await daemon.client.call("readLog", { params: { id: first.id } })).events.length;
    }
    first.leave();
    for (let more = 0; more < 200; more++)
      await daemon.client.call("forkSession", { params: { id: first.id }, body: {} });
    const full = residentOf(daemon.pid);
    await expect.poll(() => residentOf(daemon.pid) - empty, settled).toBeLessThan(30);
    console.log(
      `MiB: empty ${empty.toFixed(0)}, 200 sessions of ${events} events ${full.toFixed(0)}, at rest ${residentOf(daemon.pid).toFixed(0)}`,
    );
  },
);
