import { describe, expect, it } from "vitest";
import { aheadOf, expectUnsentNowhere, filesWith, firstUsage, untilReadAhead } from "../daemon/read-ahead.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";
import { say, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const scripts: Scripts = {
  look: callsThenSays("read", { path: "a.txt" }, "I have read the lines."),
  plain: { says: "So it is." },
};
const files = { "a.txt": Array.from({ length: 40 }, (_, index) => `line ${index} of the file`).join("\n") };
const words = (first: string, from = 0) =>
  `${first}: ${Array.from({ length: 50 }, (_, index) => `thought ${from + index}`).join(", ")}.`;

/** A session in the console after its first turn, the cursor in its field. */
async function afterOneTurn() {
  const daemon = await startTestDaemon({ scripts, files, window: 8192 });
  const { page, id } = await openSessionIn(daemon, files);
  await say(page, "[[look]] at it");
  await turnsEnded(page, 1);
  const field = page.getByRole("textbox", { name: "Message" });
  await field.focus();
  return { daemon, page, id, field };
}

describe.skipIf(testEngine === undefined || testChromium === undefined)(
  "what is typed in the composer",
  () => {
    it("is read while it is typed, goes on to be, and is found at Enter", async () => {
      const { daemon, page, id, field } = await afterOneTurn();
      await page.keyboard.type(words("Secret plan"));
      await untilReadAhead(daemon, "draft", 280);
      const before = (await aheadOf(daemon)).draft.read;
      await page.keyboard.type(words(" And then", 50));
      await untilReadAhead(daemon, "draft", before + 280);
      expect(filesWith(daemon, "Secret plan")).toEqual([]);
      expect(JSON.stringify(await logOf(daemon, id))).not.toContain("Secret");
      const { read } = (await aheadOf(daemon)).draft;

      await page.keyboard.type(" [[plain]]");
      await field.press("Enter");
      await turnsEnded(page, 2);
      const { cached, prompt } = firstUsage(await logOf(daemon, id));
      expect(prompt - cached).toBeLessThan(140);
      expect((await aheadOf(daemon)).draft.gained).toBeGreaterThan(read - 100);
    });

    it("and never sent is in no log and no slot file", async () => {
      const { daemon, page, id } = await afterOneTurn();
      await page.keyboard.type(words("Hidden plan"));
      await untilReadAhead(daemon, "draft", 280);
      const { usage } = bodiesOf(await logOf(daemon, id), "reply.completed").at(-1) ?? {};
      await page.goto("about:blank");
      await daemon.stop();
      expectUnsentNowhere(daemon, { unsent: "Hidden plan", sent: "at it", usage });
    });
  },
);
