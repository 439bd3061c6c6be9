import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { allowOnce, bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";

describe.skipIf(testEngine === undefined)("a skill, on a real llama-server", () => {
  it("is read at the tail and its script run after a yes; each request finds the one before in the cache", async () => {
    const daemon = await startTestDaemon({
      scripts: {
        stamp: {
          replies: [
            callsTool("use", { name: "stamps", action: "describe" }),
            callsTool("shell", { command: "sh ../data/config/skills/stamps/stamp.sh" }),
            { says: "Stamped." },
          ],
        },
      },
      config: 'ahead = "off"\n',
    });
    const { folders } = await daemon.client.call("listReach", { body: {} });
    const folder = join(folders.skills, "stamps");
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, "SKILL.md"),
      "---\nname: stamps\ndescription: Put a stamp on it.\n---\nRun stamp.sh.\n",
    );
    await writeFile(join(folder, "stamp.sh"), "echo stamped by $0\n");

    const session = await openTestSession(daemon);
    await session.turn("[[stamp]] it", allowOnce);
    const finished = bodiesOf(session.events, "tool.finished");
    expect(finished[0]).toMatchObject({ outcome: "ok", risk: "read", described: [{ name: "stamps" }] });
    expect(finished[0]?.content).toContain(`in ${folder}.`);
    expect(finished[1]).toMatchObject({ outcome: "ok", risk: "execute" });
    expect(finished[1]?.content).toContain("stamped by ../data/config/skills/stamps/stamp.sh");
    expect(bodiesOf(session.events, "approval.requested").map(({ callId }) => callId)).toEqual(["c00000002"]);

    const expected = bodiesOf(session.events, "request.sent").map(({ expectedReuse }) => expectedReuse);
    const cached = bodiesOf(session.events, "reply.completed").map(({ usage }) => usage?.cached);
    expect(expected.slice(1).every((tokens = 0) => tokens > 1_000)).toBe(true);
    expect(cached.slice(1)).toEqual(expected.slice(1));
    expect(bodiesOf(session.events, "cache.missed")).toEqual([]);
  });
});
