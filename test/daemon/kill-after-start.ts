import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";
import { seededRandom, seedOf } from "../models/seeded-random.ts";
import { startTestDaemon } from "./start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession } from "./test-session.ts";

const scripts: Scripts = {
  append: callsThenSays("shell", { command: "echo x >> f" }, "A line was added."),
};

/** After `tool.started` the command takes a few milliseconds; the kill falls before, into or behind them. */
const latestMs = 30;

/**
 * Kills the daemon as soon as a command was told to have started, again and again, and looks what became of it: it ran once or not
 * at all, its call is answered, and a question that nobody answered is expired.
 */
export async function killAfterStart(kills: number): Promise<void> {
  const { uniform } = seededRandom(seedOf("kills after a start"));
  const daemon = await startTestDaemon({ scripts });
  const file = join(daemon.workspace, "f");
  const lines = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0);
  let id = (await openTestSession(daemon)).id;
  let interrupted = 0;
  for (let kill = 1; kill <= kills; kill++) {
    if (kill % 10 === 0) id = (await openTestSession(daemon)).id;
    const session = followTestSession(daemon, id);
    const before = lines();
    // Every fifth question is left open, and the daemon ends beside it.
    const answered = kill % 5 !== 0;
    const { turnId } = await session.send({ type: "send-message", text: `[[append]] ${kill}` });
    const ofTurn = (body: { turnId?: string }) => body.turnId === turnId;
    const question = await session.until("approval.requested", 0, ofTurn);
    if (answered) {
      const started = session.until("tool.started", 0, ofTurn);
      await session.allows(question.body);
      await started;
      await sleep(uniform() * latestMs);
    }
    await daemon.kill();
    session.leave();
    await daemon.start();
    const { events } = await daemon.client.call("readLog", { params: { id } });
    const [end] = bodiesOf(events, "tool.finished").filter(ofTurn);
    const [answer, ...more] = bodiesOf(events, "approval.resolved").filter(ofTurn);
    const [last] = bodiesOf(events, "turn.ended").filter(ofTurn);
    expect(more).toEqual([]);
    expect(last).toBeDefined();
    const told = { kill, outcome: end?.outcome, decision: answer?.decision };
    if (!answered) expect(told).toEqual({ kill, outcome: "interrupted", decision: "expired" });
    else expect(["interrupted", "ok"]).toContain(end?.outcome);
    if (end?.outcome === "interrupted") interrupted++;
    const written = lines() - before;
    expect({ kill, written: written <= (answered ? 1 : 0) }).toEqual({ kill, written: true });
    if (end?.outcome === "ok") expect({ kill, written }).toEqual({ kill, written: 1 });
  }
  expect(interrupted).toBeGreaterThan(kills / 5);
}
