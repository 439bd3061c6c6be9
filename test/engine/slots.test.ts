import { readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { endByPid } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { descendantsOf } from "../daemon/processes.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession, type TestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { engineMemory, mostMemory } from "../models/nano-model.ts";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { startLlamaServer } from "./start-llama-server.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

const scripts: Scripts = {
  look: callsThenSays("read", { path: "a.txt" }, "I have read the lines."),
};
const files = { "a.txt": Array.from({ length: 60 }, (_, index) => `line ${index} of the file`).join("\n") };
const harbour = Object.fromEntries(
  ["boats", "lamps"].map((name) => [
    `${name}.txt`,
    Array.from({ length: 24 }, (_, hour) => `Ask the warden of ${name} at hour ${hour}.\n`).join(""),
  ]),
);
const slotFiles = (daemon: TestDaemon) => {
  try {
    return readdirSync(join(daemon.dataFolder, "slots"));
  } catch {
    return [];
  }
};

/** What each request of a turn found in the cache, and what it should have found. */
function reuseOf(events: readonly SessionEvent[]): { cached: number; expected: number; prompt: number }[] {
  const sent = bodiesOf(events, "request.sent");
  return bodiesOf(events, "reply.completed").map(({ step, usage }, index) => ({
    cached: usage?.cached ?? -1,
    prompt: usage?.prompt ?? -1,
    expected: sent.filter((one) => one.step === step)[0]?.expectedReuse ?? sent[index]?.expectedReuse ?? 0,
  }));
}

const looking = (who: number, turn: number) =>
  `I am ${who}. ${`Mine is ${who}. `.repeat(30)} [[look]] ${turn}`;

/** Two sessions take turns; from its second turn on each finds all of its own, but for `less` tokens. What each turn said. */
async function alternate(daemon: TestDaemon, words = looking, less = 0): Promise<SessionEvent[][]> {
  const sessions: TestSession[] = [await openTestSession(daemon), await openTestSession(daemon)];
  const turns: SessionEvent[][] = [];
  for (let turn = 1; turn <= 4; turn++) {
    for (const [index, session] of sessions.entries()) {
      const events = await session.turn(words(index, turn));
      for (const { cached, expected } of reuseOf(events))
        expect(cached).toBeGreaterThanOrEqual(expected - less);
      turns.push(events);
    }
  }
  return turns;
}

describe.skipIf(testEngine === undefined)("two live sessions", () => {
  it("on the one slot of an engine of ours find all of their own at every turn", async () => {
    await alternate(await startTestDaemon({ scripts, files, window: 8192 }));
  });

  it("of kestrel-nano, which is there without any model, find all of their own and stay within its memory", async () => {
    const daemon = await startTestDaemon({ files: harbour });
    const order = (who: number, turn: number) =>
      turn === 3 ? "list the files" : `read ${who === 0 ? "boats" : "lamps"}.txt`;
    // So small a model may spell a name with other tokens than its own tokenizer does.
    const turns = await alternate(daemon, order, 12);
    expect(turns.flatMap((events) => bodiesOf(events, "turn.ended").map(({ reason }) => reason))).toEqual(
      Array(8).fill("done"),
    );
    const longest = Math.max(...turns.flatMap((events) => reuseOf(events).map(({ prompt }) => prompt)));
    expect(longest).toBeGreaterThan(500);
    if (process.platform === "linux") expect(engineMemory(daemon)?.peak).toBeLessThanOrEqual(mostMemory);
  });

  it.each([
    ["one slot", ["-c", "8192"]],
    ["two slots", ["-np", "2", "-c", "16384", "-sps", "0.1", "--no-kv-unified"]],
  ])("on %s of somebody else's server do as well", async (_, flags) => {
    const server = await startScriptedServer(scripts, flags);
    await alternate(await startTestDaemon({ connect: server.url, files }));
  });

  it("on two slots find their own again after the server was started anew", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-slots-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const model = join(folder, "scripted.gguf");
    await writeScriptedModel(model, scripts);
    const flags = ["-np", "2", "-c", "16384", "-sps", "0.1", "--no-kv-unified"];
    let server = await startLlamaServer(testEngine ?? "", model, flags);
    onTestFinished(() => server.stop());
    const daemon = await startTestDaemon({ connect: server.url, files });
    await alternate(daemon);
    await server.stop();
    server = await startLlamaServer(testEngine ?? "", model, [...flags, "--port", new URL(server.url).port]);
    await alternate(daemon);
  });
});

describe.skipIf(testEngine === undefined)("a parked session", () => {
  /** One turn, and what the next one finds after `between`. */
  async function reusedAfter(between: (daemon: TestDaemon) => Promise<void>) {
    const daemon = await startTestDaemon({ scripts, files, window: 8192 });
    const { id, turn } = await openTestSession(daemon);
    await turn("[[look]] at it");
    await between(daemon);
    const again = followTestSession(daemon, id);
    // One that was lost to an engine whose end nobody had noticed is asked again.
    const first = reuseOf(await again.turn("[[look]] again")).find(({ cached }) => cached >= 0);
    return { daemon, id, share: (first?.cached ?? 0) / (first?.expected ?? 1) };
  }

  it("is found whole after the daemon was stopped and started again", async () => {
    const { daemon, id, share } = await reusedAfter(async (running) => {
      await running.stop();
      await running.start();
    });
    expect(share).toBeGreaterThanOrEqual(0.95);
    const [name = "", ...others] = slotFiles(daemon);
    expect(others).toEqual([]);
    expect(statSync(join(daemon.dataFolder, "slots", name)).mode & 0o777).toBe(0o600);
    expect(statSync(join(daemon.dataFolder, "slots")).mode & 0o777).toBe(0o700);
    await daemon.client.call("removeSession", { params: { id }, body: {} });
    expect(slotFiles(daemon)).toEqual([]);
  });

  it("is found whole after its engine was killed, once it had fallen quiet", async () => {
    const { share } = await reusedAfter(async (running) => {
      await expect.poll(() => slotFiles(running), { timeout: 20_000 }).toHaveLength(1);
      const engine = descendantsOf(running.pid).find(({ command }) => command.includes("llama-server"));
      endByPid(engine?.pid);
    });
    expect(share).toBeGreaterThanOrEqual(0.95);
  });
});
