import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { endByPid } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { descendantsOf } from "../daemon/processes.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession, type TestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";

/** Long enough to be cut in the middle, however late this process gets to it. */
const answer = `The answer: ${Array.from({ length: 1_500 }, (_, index) => `fact ${index}`).join(", ")}.`;
const scripts: Scripts = {
  look: callsThenSays("read", { path: "a.txt" }, answer),
};
const files = { "a.txt": "one line\n" };

/** In the middle of the answer, after the first step is done. */
async function inMidAnswer(session: TestSession): Promise<void> {
  await session.untilFrame((frame) => frame.type === "text" && frame.step === 2 && frame.offset > 20);
}

/** A session whose own engine was killed in the middle of an answer. */
async function engineLost(): Promise<TestSession> {
  const daemon = await startTestDaemon({ scripts, files, window: 32_768 });
  const session = await openTestSession(daemon);
  await session.send({ type: "send-message", text: "[[look]] at it" });
  await inMidAnswer(session);
  endByPid(enginePid(daemon));
  return session;
}

/** The turn ends well: what was cut is taken back, the same was asked again, and nothing was run twice. */
async function expectSaved(session: TestSession): Promise<void> {
  const ended = await session.until("turn.ended");
  expect(ended.body).toMatchObject({ reason: "done" });
  const replies = bodiesOf(session.events, "reply.completed");
  const lost = replies.filter(({ failure }) => failure);
  expect(lost.length).toBeGreaterThan(0);
  for (const { text } of lost) expect(text).toBe("");
  expect(bodiesOf(session.events, "tool.finished")).toHaveLength(1);
  const last = replies.at(-1)?.step;
  const spoken = bodiesOf(session.events, "reply.text").filter(({ step }) => step === last);
  expect(spoken.map(({ text }) => text).join("")).toBe(answer);
}

describe.skipIf(testEngine === undefined)("a server that goes away in the middle of a turn", () => {
  it("and comes back after six seconds is asked again, and the waiting is told in seconds", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-outage-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const model = join(folder, "scripted.gguf");
    await writeScriptedModel(model, scripts, { window: 32_768 });
    let server: RunningServer = await startLlamaServer(testEngine ?? "", model);
    onTestFinished(() => server.stop());
    const daemon = await startTestDaemon({ connect: server.url, files });
    const session = await openTestSession(daemon);
    await session.send({ type: "send-message", text: "[[look]] at it" });
    await inMidAnswer(session);
    await server.stop();
    await pause(6_000);
    server = await startLlamaServer(testEngine ?? "", model, ["--port", new URL(server.url).port]);
    await expectSaved(session);
    const waited = session.frames.flatMap((frame) =>
      frame.type === "progress" && frame.progress.phase === "outage" ? [frame.progress] : [],
    );
    expect(waited[0]).toMatchObject({ outage: expect.stringMatching(/engine_died|connection_lost/) });
    expect(Math.max(...waited.map(({ elapsedMs = 0 }) => elapsedMs))).toBeGreaterThan(4_000);
  });

  it("and is our own is started again meanwhile, also when it was killed", async () => {
    await expectSaved(await engineLost());
  });

  it("is not waited for any longer once the turn is stopped", async () => {
    const session = await engineLost();
    await session.untilFrame((frame) => frame.type === "progress" && frame.progress.phase === "outage");
    await session.send({ type: "cancel" });
    const ended = await session.until("turn.ended");
    expect(ended.body).toMatchObject({ reason: "cancelled" });
  });
});

function enginePid(daemon: TestDaemon): number {
  const engine = descendantsOf(daemon.pid).find(({ command }) => command.includes("llama-server"));
  if (!engine) throw new Error("the daemon has no engine");
  return engine.pid;
}
