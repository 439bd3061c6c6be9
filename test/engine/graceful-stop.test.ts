import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pauseInReply } from "../daemon/pause-engine.ts";
import { descendantsOf, leftAfter } from "../daemon/processes.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";

/** REL-15 of the requirements. Milliseconds. */
const longestStop = 8_000;

const scripts: Scripts = {
  hang: callsThenSays("shell", { command: "trap '' TERM INT HUP; while :; do sleep 1; done" }, "Done."),
  tale: { repeats: "And then another bird came. " },
};

describe.skipIf(testEngine === undefined || process.platform !== "linux")(
  "a daemon that is told to end",
  () => {
    it("ends within 8 s in order, with a tool that ignores signals, open streams and an engine that stands still", async () => {
      const daemon = await startTestDaemon({ scripts });
      const [hung, told, looking] = [
        await openTestSession(daemon),
        await openTestSession(daemon),
        await openTestSession(daemon),
      ];
      await hung.send({ type: "send-message", text: "[[hang]]" });
      await hung.allows((await hung.until("approval.requested")).body);
      await hung.until("tool.started");
      await told.send({ type: "send-message", text: "[[tale]]" });
      await pauseInReply(daemon, told);
      const commands = () => descendantsOf(daemon.pid).map(({ command }) => command);
      await expect.poll(() => commands().join("\n"), { timeout: 20_000 }).toContain("sleep 1");
      const children = descendantsOf(daemon.pid);
      expect((await daemon.client.call("status")).streams).toBe(3);
      const asked = performance.now();
      const code = await daemon.stop();
      const took = performance.now() - asked;
      expect({ code, inTime: took < longestStop, took }).toMatchObject({ code: 0, inTime: true });
      expect(await leftAfter(1_000, children, daemon.folder)).toEqual([]);
      const logs = (await readdir(join(daemon.dataFolder, "sessions"))).filter((name) =>
        name.endsWith(".jsonl"),
      );
      expect(logs).toHaveLength(3);
      for (const [session, last] of [
        [hung, "turn.ended"],
        [told, "turn.ended"],
        [looking, "context.added"],
      ] as const) {
        const text = await readFile(join(daemon.dataFolder, "sessions", `${session.id}.jsonl`), "utf8");
        expect(text.endsWith("\n")).toBe(true);
        const events = text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as { body: { type: string } });
        expect(events.at(-1)?.body.type).toBe(last);
      }
    });
  },
);
