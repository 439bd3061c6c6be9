import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import type { SessionEvent, SessionId } from "@kestrel/protocol";
import { followSessions } from "@kestrel/server/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { silentSocket } from "../../packages/server/test/kit/raw-request.ts";
import { startWordServer } from "../bench/word-server.ts";
import { followSession } from "../daemon/follow-session.ts";
import { descendantsOf } from "../daemon/processes.ts";
import { type Memory, startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { seededRandom, seedOf } from "../models/seeded-random.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { rounds } from "../soaking.ts";

/** Resident memory of a process now, or its peak. MiB. */
function mebibytes(pid: number, what: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}

/** What a process has open, but for the logs of sessions: those are in memory for a while. */
function openIn(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return target.endsWith(".jsonl") ? [] : [target.replace(/\d+/g, "")];
    } catch {
      // expected: it was closed meanwhile
      return [];
    }
  });
}

/** V8 keeps its room for young objects, 32 MiB, behind some collections and not behind others. */
const lowest = (taken: readonly Memory[]) => Math.min(...taken.map(({ resident }) => resident));
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe.skipIf(testEngine === undefined || process.platform !== "linux")("a day in twenty minutes", () => {
  it("leaves memory flat and no descriptor open", { timeout: rounds(180_000, 2_000_000) }, async () => {
    const { uniform } = seededRandom(seedOf("a day"));
    const daemon = await startTestDaemon({
      ...{ scripts: standardScripts, files: standardFiles, window: 32_768 },
      tellsMemory: true,
    });
    const first = await openTestSession(daemon);
    await first.turn("[[plain]] good morning");
    first.leave();
    const opened = openIn(daemon.pid);
    const known: SessionId[] = [first.id];
    // What is resident besides goes up and down by 60 MiB with when V8 collects, the more so the less time its threads get.
    const collected: Memory[] = [];
    const [looks, every] = [rounds(6, 36), rounds(3_000, 33_000)];
    let next = performance.now() + every;
    let killed = 0;
    let visit = 0;
    while (collected.length < looks) {
      visit++;
      const old = uniform() < 0.5 ? known[Math.floor(uniform() * known.length)] : undefined;
      const clients = [old === undefined ? await openTestSession(daemon) : followTestSession(daemon, old)];
      const [here] = clients;
      if (!here) break;
      if (old === undefined) known.push(here.id);
      for (let more = 0; more < 3; more++) clients.push(followTestSession(daemon, here.id));
      if (visit % rounds(5, 25) === 0) {
        // The engine dies in the middle of a reply, and comes back by itself.
        const { turnId } = await here.send({ type: "send-message", text: "[[s1]] on and on" });
        for (const { pid } of descendantsOf(daemon.pid)) process.kill(pid, "SIGKILL");
        await here.until("turn.ended", 0, (body) => body.turnId === turnId);
        killed++;
      } else await here.turn(`[[plain]] visit ${visit}`);
      for (const client of clients) client.leave();
      if (performance.now() < next) continue;
      next += every;
      collected.push(await daemon.memory("collected"));
    }
    const [, second = [], last = []] = [0, 1, 2].map((third) =>
      collected.slice((third * looks) / 3, ((third + 1) * looks) / 3),
    );
    const [inUse, resident] = [mean(last.map((one) => one.inUse)), lowest(last)];
    const before = { inUse: mean(second.map((one) => one.inUse)), resident: lowest(second) };
    console.log(
      `${visit} visits, ${killed} engines killed, MiB in use ${before.inUse.toFixed(1)}, then ${inUse.toFixed(1)}; resident ${before.resident.toFixed(0)}, then ${resident.toFixed(0)}`,
    );
    expect(killed).toBeGreaterThan(0);
    expect(inUse - before.inUse).toBeLessThan(8);
    // In the short form the program is still being compiled.
    expect(resident - before.resident).toBeLessThan(rounds(24, 8));
    const leaked = () => {
      const left = [...opened];
      return openIn(daemon.pid).filter((target) => {
        const at = left.indexOf(target);
        if (at >= 0) left.splice(at, 1);
        return at < 0;
      });
    };
    await expect.poll(leaked, { timeout: 60_000, interval: 500 }).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("a client that stops reading under load", () => {
  it("costs little memory, is let go, and comes back without a gap or a double", {
    timeout: rounds(180_000, 2_000_000),
  }, async () => {
    const { uniform } = seededRandom(seedOf("a paused client"));
    const word = () => Math.floor(uniform() * 36 ** 6).toString(36);
    const words = await startWordServer(async (say) => {
      for (let at = 0; at < 12; at++) say(`${Array.from({ length: 1_200 }, word).join(" ")} `);
    });
    onTestFinished(() => words.close());
    const daemon = await startTestDaemon({ connect: words.url });
    const open = async () =>
      (await daemon.client.call("openSession", { body: { workspace: daemon.workspace } })).session.id;

    /** A few megabytes are said in each of several sessions while `given` goes on; the highest that the daemon's memory came to meanwhile, in MiB, and the seconds it took. */
    async function load<Given>(given: (sessions: readonly SessionId[]) => Promise<Given>) {
      const sessions = await Promise.all(Array.from({ length: rounds(7, 32) }, open));
      const beside = await given(sessions);
      // The kernel forgets the peak until now.
      writeFileSync(`/proc/${daemon.pid}/clear_refs`, "5");
      const began = performance.now();
      for (const id of sessions) {
        const reader = followSession(daemon, id);
        for (let turn = 0; turn < rounds(12, 24); turn++) await reader.turn("more");
        reader.leave();
      }
      const seconds = (performance.now() - began) / 1000;
      return { sessions, beside, seconds, peak: mebibytes(daemon.pid, "VmHWM") };
    }

    const more: number[] = [];
    // In turns: a daemon that has worked longer has a larger heap.
    for (let round = 0; round < rounds(1, 2); round++) {
      const without = await load(async () => undefined);
      const beside = await load((sessions) => pausedClient(daemon, sessions));
      // It was let go while it did not read.
      await expect.poll(async () => (await daemon.client.call("status")).streams).toBe(0);
      more.push(beside.peak - without.peak);
      console.log(
        [["without it", without] as const, ["beside it", beside] as const]
          .map(([how, { peak, seconds }]) => `peak ${peak.toFixed(0)} MiB in ${seconds.toFixed(0)} s ${how}`)
          .join(", "),
      );
      await resumesExactly(daemon, beside.sessions, beside.beside);
      for (const id of [...without.sessions, ...beside.sessions])
        await daemon.client.call("removeSession", { params: { id }, body: {} });
    }
    // The same load twice may differ by more: V8 collects late where its threads get little time.
    expect(mean(more)).toBeLessThan(64);
  });
});

/** It reads what was sent to it, then comes back and has each event of the logs once. */
async function resumesExactly(
  daemon: TestDaemon,
  sessions: readonly SessionId[],
  { paused, heard }: Awaited<ReturnType<typeof pausedClient>>,
): Promise<void> {
  // It may end with a reset: the daemon let it go while much was unread.
  const over = new Promise<unknown>((resolve) => paused.once("close", resolve));
  paused.resume();
  await over;
  const got = heard();
  const cursors = new Map(sessions.map((id) => [id, got.get(id)?.at(-1) ?? 0]));
  const wanted = new Map<SessionId, number[]>();
  for (const id of sessions) {
    const { events } = await daemon.client.call("readLog", { params: { id } });
    wanted.set(
      id,
      events.map(({ seq }) => seq),
    );
  }
  // Most of it was never sent while it did not read.
  const count = (lists: Iterable<readonly number[]>) => [...lists].flat().length;
  expect(count(got.values())).toBeLessThan(count(wanted.values()) / 2);
  const leaving = new AbortController();
  const missing = new Set(sessions);
  await followSessions({
    baseUrl: daemon.url,
    token: daemon.token,
    sessions: cursors,
    signal: leaving.signal,
    onEvent: (id, { seq }) => {
      const all = got.get(id) ?? [];
      got.set(id, [...all, seq]);
    },
    onFrame: (id, frame) => {
      if (id !== undefined && frame.type === "snapshot") missing.delete(id);
      if (missing.size === 0) leaving.abort();
    },
  });
  for (const id of sessions) expect(got.get(id)).toEqual(wanted.get(id));
}

/** A client of one stream that reads nothing until it is resumed; `heard`: the numbers of the whole events it got. */
async function pausedClient(daemon: TestDaemon, sessions: readonly SessionId[]) {
  const { port, host } = new URL(daemon.url);
  const asked = `/api/v1/events?sessions=${sessions.map((id) => `${id}:0`).join(",")}`;
  const head = `GET ${asked} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${daemon.token}\r\n\r\n`;
  const paused = await silentSocket(Number(port), head);
  paused.pause();
  let text = "";
  paused.setEncoding("utf8").on("data", (some) => {
    text += some;
  });
  paused.pause();
  const heard = () => {
    const got = new Map<SessionId, number[]>();
    for (const [, data = ""] of text.matchAll(/^event: event\ndata: (.*)\n\n/gm)) {
      const { session, event } = JSON.parse(data) as { session: SessionId; event: SessionEvent };
      got.set(session, [...(got.get(session) ?? []), event.seq]);
    }
    return got;
  };
  return { paused, heard };
}
