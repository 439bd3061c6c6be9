import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { descendantsOf, leftAfter } from "../daemon/processes.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { seededRandom, seedOf } from "../models/seeded-random.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";

const kills = 100;
/** A chain of twelve steps takes about a second; the kill falls anywhere into its beginning. Milliseconds. */
const latest = 300;

describe.skipIf(testEngine === undefined || process.platform !== "linux")("kill -9 at any moment", () => {
  it(`loses nothing that was told, ${kills} times`, async () => {
    const { uniform } = seededRandom(seedOf("kills at random"));
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles, window: 32_768 });
    let { id } = await openTestSession(daemon);
    let interrupted = 0;
    for (let kill = 1; kill <= kills; kill++) {
      if (kill % 8 === 0) id = (await openTestSession(daemon)).id;
      const session = followTestSession(daemon, id);
      const { turnId } = await session.send({ type: "send-message", text: `[[s1]] ${kill}` });
      await sleep(uniform() * latest);
      const children = descendantsOf(daemon.pid);
      await daemon.kill();
      session.leave();
      expect(await leftAfter(5_000, children, daemon.folder)).toEqual([]);
      await daemon.start();
      const { events } = await daemon.client.call("readLog", { params: { id } });
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.slice(0, session.events.length)).toEqual(session.events);
      const [end, ...more] = bodiesOf(events, "turn.ended").filter((body) => body.turnId === turnId);
      expect(end?.reason).toMatch(/^(interrupted|done|context_full)$/);
      expect(more).toEqual([]);
      if (end?.reason === "interrupted") interrupted++;
    }
    expect(interrupted).toBeGreaterThan(kills / 2);
  });
});
