import { setTimeout as pause } from "node:timers/promises";
import { answerArmMs } from "@kestrel/session-state";
import { describe, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";
import type { TmuxScreen } from "../terminal/tmux-screen.ts";

/** A key this much later than the one before, which was seen to be taken, did not come with it. Milliseconds. */
const notPastedMs = 100;

async function asks(screen: TmuxScreen): Promise<void> {
  await screen.tell("[[shell]]", /Tab to answer\n\S+( ›)?$/m);
  await screen.press("Tab");
  await screen.shows(/^y allow once.*\n(?:.* n deny .*\n)?answer ›$/m);
  await pause(answerArmMs);
}

describe.skipIf(testEngine === undefined || testTmux === undefined)("a rule in the terminal", () => {
  it("is written in the line, lets the next call through, is listed and taken back", async () => {
    const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
    const screen = await screenAlone(home);
    await asks(screen);
    await screen.press("e");
    await screen.shows("rule › command: env echo kestrel");
    await screen.type("x");
    await screen.shows("That rule does not match this call.");
    await screen.press("Enter");
    await screen.press("BSpace");
    await screen.shows("This allows every run of env echo kestrel, even if");
    await screen.type("*");
    await screen.shows("rule › command: env echo kestrel*");
    await pause(notPastedMs);
    await screen.press("Enter");
    await screen.shows("allowed for the session: command: env echo kestrel*");
    await screen.shows("✓ $ env echo kestrel");

    await screen.tell("/permissions", /allowed for this session\n +1 +allow +command: env echo kestrel\*/);
    await screen.tell("/permissions why env echo kestrel", "Asks first: env echo kestrel");
    await screen.tell("/permissions revoke 1", "Revoked.");
    await asks(screen);
    await screen.press("p");
    await screen.shows("rule › command: env echo kestrel");
    await pause(notPastedMs);
    await screen.press("Enter");
    await screen.shows("always allowed in this project: command: env echo kestrel");
    await screen.tell("/permissions why env echo kestrel", "Runs without asking: env echo kestrel");
  });
});
