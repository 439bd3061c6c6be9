import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { testEngine, testTmux } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

describe.skipIf(testTmux === undefined)("a terminal that joins a session in which a turn runs", () => {
  it("shows what was said so far once, what goes on, and how to stop it, at 40 columns between words", async () => {
    let goesOn = () => {};
    const server = await startWordServer(async (say) => {
      say("I know **nothing** of the session so far, and the first half ends ");
      await new Promise<void>((resolve) => {
        goesOn = resolve;
      });
      say("here.");
    });
    onTestFinished(() => server.close());
    const home = await kestrelHome({});
    const first = await tmuxScreen(home, ["--url", server.url], {}, 40);
    await first.tell("tell me", "half ends");
    const second = await tmuxScreen(home, ["-c"], {}, 40);
    const shown = await second.shows(/Esc stops/);
    expect(shown).toMatch(/^I know nothing of the session so far, *\nand the first half ends *$/m);
    expect(shown.match(/first half/g)).toHaveLength(1);
    goesOn();
    await second.shows(/half ends *(\n)?here\.\n/);
    await second.press("C-d");
    await second.shows("ended 0");
    const again = await tmuxScreen(home, ["-c"], {}, 40);
    await again.shows(/^I know nothing of the session so far, and the first half ends here\.$/m);
  });

  it.skipIf(testEngine === undefined)("shows the running command and its output", async () => {
    const home = await kestrelHome({
      scripts: { wait: callsThenSays("shell", { command: "echo begun; sleep 600" }, "Over.") },
    });
    const first = await tmuxScreen(home, ["--model", home.model, "--mode", "edits"]);
    await first.tell("[[wait]]", /Tab to answer|y allow/);
    await first.press("Tab");
    await first.shows("answer ›");
    await first.press("a");
    await first.shows("begun");
    const second = await tmuxScreen(home, ["-c"]);
    await second.shows(/^ {4}begun\nrunning \$ echo begun; sleep 600 · \d+ s.* · Esc stops$/m);
    await second.press("Escape");
    await second.shows(/Stopped\./);
    await first.shows(/Stopped\./);
  });
});
