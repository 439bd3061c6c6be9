import type { SessionEvent } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { aheadOf, expectUnsentNowhere, filesWith, firstUsage, untilReadAhead } from "../daemon/read-ahead.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testEngine, testTmux } from "../machine.ts";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";
import { screenBeside } from "../terminal/opened-screens.ts";
import type { TmuxScreen } from "../terminal/tmux-screen.ts";

const scripts: Scripts = {
  look: callsThenSays("read", { path: "a.txt" }, "I have read the lines."),
  plain: { says: "So it is." },
};
const files = { "a.txt": Array.from({ length: 40 }, (_, index) => `line ${index} of the file`).join("\n") };
const words = (first: string) =>
  `${first} plan: ${Array.from({ length: 60 }, (_, index) => `thought ${index}`).join(", ")}.`;

/** Key by key, as far as a terminal can tell: nothing arrives that looks pasted. */
async function typed(screen: TmuxScreen, text: string): Promise<void> {
  for (const word of text.match(/\S+\s*/g) ?? []) await screen.type(word);
}

async function logOf(daemon: TestDaemon): Promise<SessionEvent[]> {
  const [session] = (await daemon.client.call("listSessions")).sessions;
  return (await daemon.client.call("readLog", { params: { id: session?.id ?? "" } })).events;
}

/** A terminal that joined a daemon, after its first turn. */
async function joined() {
  const daemon = await startTestDaemon({ scripts, files, window: 8192 });
  const screen = await screenBeside(daemon);
  await screen.tell("[[look]] at it", "I have read the lines.");
  await screen.shows(/ctx \S+\/8k/);
  return { daemon, screen };
}

describe.skipIf(testEngine === undefined || testTmux === undefined)("what is typed at the prompt", () => {
  it.each(["typed", "pasted"] as const)(
    "is read while it stands there %s, and found at Enter",
    async (how) => {
      const { daemon, screen } = await joined();
      const draft = words("Secret");
      await (how === "typed" ? typed(screen, draft) : screen.paste(draft));
      await untilReadAhead(daemon, "draft", 350);
      expect(filesWith(daemon, "Secret plan")).toEqual([]);
      const { read } = (await aheadOf(daemon)).draft;
      await screen.tell(" [[plain]]", "So it is.");
      await screen.shows(/(ctx [\s\S]*){2}/);
      const events = await logOf(daemon);
      const { cached, prompt } = firstUsage(events);
      expect(prompt - cached).toBeLessThan(120);
      expect((await aheadOf(daemon)).draft.gained).toBeGreaterThan(read - 80);
      await screen.tell("/context", /Prefilled in idle time.* 0 not used\./);
    },
  );

  it("and never sent is in no log and no slot file", async () => {
    const { daemon, screen } = await joined();
    await typed(screen, words("Hidden"));
    await untilReadAhead(daemon, "draft", 350);
    const { usage } = bodiesOf(await logOf(daemon), "reply.completed").at(-1) ?? {};
    await screen.press("C-u");
    await screen.press("C-d");
    await screen.shows("ended 0");
    await daemon.stop();
    expectUnsentNowhere(daemon, { unsent: "Hidden plan", sent: "at it", usage });
  });
});
