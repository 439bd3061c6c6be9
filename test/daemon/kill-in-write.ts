import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";
import { seededRandom, seedOf } from "../models/seeded-random.ts";
import { startTestDaemon } from "./start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession } from "./test-session.ts";

const content = "Swifts sleep on the wing.\n";

const scripts: Scripts = {
  put: callsThenSays("write", { path: "swift.txt", content }, "It is written."),
};

/** Behind `tool.started` a write takes some milliseconds, most of them the disk's; the kill falls before, into or behind them. */
const latestMs = 30;

/**
 * Kills the daemon with SIGKILL while a call writes a file, again and again, and looks what became of it: the file is whole or not
 * there, the log tells of it if and only if it is there, and what is there is taken back. Resolves with how many writes the next
 * start found that no event had told of.
 */
export async function killInWrite(kills: number): Promise<{ whole: number; found: number }> {
  const { uniform } = seededRandom(seedOf("kills in a write"));
  const daemon = await startTestDaemon({ scripts });
  const file = join(daemon.workspace, "swift.txt");
  let { id } = await openTestSession(daemon);
  let [whole, found] = [0, 0];
  for (let kill = 1; kill <= kills; kill++) {
    if (kill % 10 === 0) id = (await openTestSession(daemon)).id;
    const session = followTestSession(daemon, id);
    await session.send({ type: "set-mode", mode: "edits" });
    const { turnId } = await session.send({ type: "send-message", text: `[[put]] ${kill}` });
    const ofTurn = (body: { turnId?: string }) => body.turnId === turnId;
    await session.until("tool.started", 0, ofTurn);
    await sleep(uniform() * latestMs);
    await daemon.kill();
    session.leave();
    const there = existsSync(file);
    if (there) expect(readFileSync(file, "utf8")).toBe(content);
    await daemon.start();

    const { events } = await daemon.client.call("readLog", { params: { id } });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.slice(0, session.events.length)).toEqual(session.events);
    const changes = bodiesOf(events, "file.changed").filter(ofTurn);
    expect({ kill, there, changes: changes.length }).toEqual({ kill, there, changes: there ? 1 : 0 });
    expect(bodiesOf(events, "turn.ended").filter(ofTurn)).toHaveLength(1);
    if (there) {
      whole++;
      const [end] = bodiesOf(events, "tool.finished").filter(ofTurn);
      if (end?.outcome === "interrupted") found++;
      const undo = { type: "undo" as const, target: { turn: turnId ?? "" } };
      await followTestSession(daemon, id).send(undo);
      expect(existsSync(file)).toBe(false);
    }
    // What a kill left beside the file bears the name of such things, and nothing else is there.
    for (const name of readdirSync(daemon.workspace)) {
      expect(name).toMatch(/^\.kestrel-[0-9a-f]+\.tmp$/);
      rmSync(join(daemon.workspace, name));
    }
  }
  return { whole, found };
}
