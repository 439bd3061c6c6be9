import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { descendantsOf, leftAfter, type SeenProcess } from "../daemon/processes.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession, type TestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";

/** So long may a child live on after its daemon, in milliseconds (REL-03). */
const lingering = 5_000;

const scripts: Scripts = {
  tree: callsThenSays(
    "shell",
    { command: "sh -c 'sleep 999 & echo planted; wait'" },
    "The tree was planted.",
  ),
  mark: callsThenSays(
    "shell",
    { command: "echo x >> marks; echo made; sleep 999" },
    "The mark has been made.",
  ),
  plain: { says: "I am still here." },
};

/** What the log on disk holds, through the daemon that reads it. */
async function logOf(daemon: TestDaemon, id: string): Promise<SessionEvent[]> {
  const { events } = await daemon.client.call("readLog", { params: { id } });
  return events;
}

function expectWhole(log: readonly SessionEvent[], heard: readonly SessionEvent[]): void {
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  expect(log.slice(0, heard.length)).toEqual(heard);
}

/** Waits until the command of the open turn has said its first word; then it, its children and the engine run. */
async function underWay(session: TestSession, turnId: string | undefined): Promise<void> {
  const question = await session.until("approval.requested", 0, (body) => body.turnId === turnId);
  await session.allows(question.body);
  await session.untilFrame((frame) => frame.type === "tool-output" && frame.turnId === turnId);
}

/** Everything that runs below the daemon, once the engine and the command's grandchild are among it. */
async function treeOf(pid: number): Promise<SeenProcess[]> {
  const programs = () => descendantsOf(pid).map(({ command }) => command);
  await expect.poll(programs).toContainEqual("sleep 999");
  expect(programs()).toContainEqual(expect.stringContaining("llama-server"));
  return descendantsOf(pid);
}

describe.skipIf(testEngine === undefined || process.platform !== "linux")("kill -9 of the daemon", () => {
  it("twenty times leaves no child behind and loses nothing that was told, and the session goes on", async () => {
    const daemon = await startTestDaemon({ scripts, window: 16_384 });
    const { id } = await openTestSession(daemon);
    for (let round = 1; round <= 20; round++) {
      const session = followTestSession(daemon, id);
      const { turnId } = await session.send({ type: "send-message", text: `[[tree]] ${round}` });
      await underWay(session, turnId);
      const children = await treeOf(daemon.pid);
      await daemon.kill();
      session.leave();
      expect(await leftAfter(lingering, children, daemon.folder)).toEqual([]);
      await daemon.start();
      const log = await logOf(daemon, id);
      expectWhole(log, session.events);
      const after = bodiesOf(log.slice(session.events.length), "turn.ended");
      expect(after).toEqual([{ type: "turn.ended", turnId, reason: "interrupted" }]);
    }
    const events = await followTestSession(daemon, id).turn("[[plain]]");
    expect(bodiesOf(events, "turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("after a command has begun never runs it a second time, and the model is told", async () => {
    const daemon = await startTestDaemon({ scripts, window: 16_384 });
    const { id } = await openTestSession(daemon);
    const marks = join(daemon.workspace, "marks");
    let made = 0;
    for (let round = 1; round <= 6; round++) {
      const session = followTestSession(daemon, id);
      const { turnId } = await session.send({ type: "send-message", text: `[[mark]] ${round}` });
      const inTurn = (body: { turnId?: string }) => body.turnId === turnId;
      const question = await session.until("approval.requested", 0, inTurn);
      await session.allows(question.body);
      const { body } = await session.until("tool.started", 0, inTurn);
      // Every other time the effect is certain; else the kill races with it.
      if (round % 2 === 0) await session.untilFrame((frame) => frame.type === "tool-output" && inTurn(frame));
      await daemon.kill();
      session.leave();
      expect(await leftAfter(lingering, [], daemon.workspace)).toEqual([]);
      await daemon.start();
      const log = await logOf(daemon, id);
      expectWhole(log, session.events);
      const answers = bodiesOf(log, "tool.finished").filter(({ callId }) => callId === body.callId);
      expect(answers).toMatchObject([{ outcome: "interrupted" }]);
      const lines = existsSync(marks) ? readFileSync(marks, "utf8").split("\n").length - 1 : 0;
      expect(lines - made).toBeLessThanOrEqual(1);
      if (round % 2 === 0) expect(lines - made).toBe(1);
      made = lines;
    }
  });

  it("right after an answer was accepted keeps the answer", async () => {
    const daemon = await startTestDaemon({ scripts, window: 16_384 });
    const { id } = await openTestSession(daemon);
    for (let round = 1; round <= 8; round++) {
      const session = followTestSession(daemon, id);
      const { turnId } = await session.send({ type: "send-message", text: `[[mark]] ${round}` });
      const question = await session.until("approval.requested", 0, (body) => body.turnId === turnId);
      await session.allows(question.body);
      await daemon.kill();
      session.leave();
      await daemon.start();
      const answers = bodiesOf(await logOf(daemon, id), "approval.resolved");
      expect(answers.at(-1)).toMatchObject({ turnId, decision: "allowed", by: "user" });
    }
  });

  it("while a question waits lets it expire: the old answer counts no more", async () => {
    const daemon = await startTestDaemon({ scripts });
    const session = await openTestSession(daemon);
    const { turnId } = await session.send({ type: "send-message", text: "[[mark]]" });
    const { body: question } = await session.until("approval.requested");
    await daemon.kill();
    session.leave();
    await daemon.start();
    const log = await logOf(daemon, session.id);
    expectWhole(log, session.events);
    expect(bodiesOf(log, "approval.resolved")).toMatchObject([{ decision: "expired", by: "end" }]);
    expect(bodiesOf(log, "tool.finished")).toMatchObject([{ outcome: "interrupted" }]);
    expect(bodiesOf(log, "turn.ended")).toMatchObject([{ turnId, reason: "interrupted" }]);
    const again = followTestSession(daemon, session.id);
    await expect(again.allows(question)).rejects.toMatchObject({
      code: "approval_stale",
    });
    expect(existsSync(join(daemon.workspace, "marks"))).toBe(false);
    const events = await again.turn("[[plain]]");
    expect(bodiesOf(events, "turn.ended")).toMatchObject([{ reason: "done" }]);
  });
});
