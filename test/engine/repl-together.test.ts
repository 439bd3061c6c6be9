import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession } from "../daemon/test-session.ts";
import { testEngine, testTmux } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { answer } from "../terminal/answer.ts";
import { afterTurn, screenBeside } from "../terminal/opened-screens.ts";

const scripts = {
  ...standardScripts,
  sleep: callsThenSays("shell", { command: "sleep 60" }, "Slept well."),
};
const files = standardFiles;
const keys = "Tab to answer";

describe.skipIf(testEngine === undefined || testTmux === undefined)(
  "kestrel in a terminal, beside a daemon",
  () => {
    it("shows what others say and answer in its session, and they see what it does", async () => {
      const daemon = await startTestDaemon({ scripts, files });
      const screen = await screenBeside(daemon);
      await screen.tell("hello from the terminal", afterTurn);
      const { sessions } = await daemon.client.call("listSessions");
      const [first] = sessions;
      if (!first) throw new Error("the terminal opened no session");
      const elsewhere = followTestSession(daemon, first.id);
      await elsewhere.until("turn.ended");

      await elsewhere.send({ type: "send-message", text: "[[shell]] from elsewhere" });
      await screen.shows("› [[shell]] from elsewhere");
      const asked = await elsewhere.until("approval.requested");
      await screen.shows(keys);
      const { callId, digest } = asked.body;
      await elsewhere.send({ type: "approve", callId, digest, scope: "once" });
      await screen.shows("✓ $ env echo kestrel");
      await elsewhere.until("turn.ended", asked.seq);

      await screen.enter("[[sleep]]");
      await answer(screen, "a");
      await screen.shows("running $ sleep 60");
      await screen.tell("and steer", "1 waiting, Alt+Up edits");
      await screen.press("M-Up");
      await screen.shows(/› and steer$/);
      await screen.press("Enter");
      await screen.shows("1 waiting");
      await screen.tell("and more", "2 waiting");
      // Taking words back comes behind the end of the turn, and may be told at once with it.
      const running = elsewhere.lastSeq();
      await screen.press("C-c");
      await screen.shows("Stopped.");
      await elsewhere.until("turn.ended", running);
      const told = bodiesOf(elsewhere.events, "turn.started").map(({ text }) => text);
      expect(told).toEqual(["hello from the terminal", "[[shell]] from elsewhere", "[[sleep]]"]);
      // What the turn did not take is back in the line, each note by itself.
      await screen.shows(/› and steer\s*\n\s*\n\s*and more$/);
      await screen.press("C-c");
      await screen.shows(/›$/);
      await screen.press("C-d");
      await screen.shows("ended 0");
      expect(await daemon.client.call("health")).toEqual({ ok: true });
    });

    it("rejoins a daemon that was killed and came back: one line, the turn's end, and the draft is kept", async () => {
      const daemon = await startTestDaemon({ scripts, files });
      const screen = await screenBeside(daemon);
      await screen.tell("[[shell]]", keys);
      await screen.type("half a thought");
      await daemon.kill();
      const waiting = await screen.shows("Waiting until it runs again");
      expect(waiting).not.toContain(keys);
      await daemon.start();
      const shown = await screen.shows(`Kestrel is back (pid ${daemon.pid})`);
      expect(shown.match(/Kestrel is back/g)).toHaveLength(1);
      await screen.shows(/half a thought$/);
      await screen.enter(", and the rest of it");
      await expect.poll(async () => (await daemon.client.call("listSessions")).sessions[0]?.turns).toBe(2);
      await screen.press("C-d");
      await screen.shows("ended 0");
    });

    it("says when the daemon is gone, what it never got and how to go on, and ends with 4", async () => {
      const daemon = await startTestDaemon({ scripts, files });
      const screen = await screenBeside(daemon);
      await screen.tell("hello", afterTurn);
      await screen.type("half a thought");
      await daemon.kill();
      await screen.shows("Waiting until it runs again");
      await screen.press("C-c");
      await screen.shows(/›$/);
      await screen.press("C-d");
      await screen.shows(
        /Kestrel \(pid \d+\) has ended\.\nNot sent: half a thought\nTo continue where this stopped: `.*kestrel(\.cjs)?\s+-r\s+s\w+\s+--loadout/,
      );
      await screen.shows("ended 4");
    });
  },
);
