import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { answerArmMs } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { answer } from "../terminal/answer.ts";
import { type KestrelHome, kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";
import { type TmuxScreen, tmuxScreen } from "../terminal/tmux-screen.ts";

const removes = "rm -rf build";
const long = `touch made.txt\n${Array.from({ length: 90 }, (_, at) => `echo step ${at}`).join("\n")}\necho the end`;

const scripts = {
  ...standardScripts,
  removes: callsThenSays("shell", { command: removes }, "It is done."),
  long: callsThenSays("shell", { command: long }, "It is done."),
};
const files = { ...standardFiles, "build/kept.txt": "still here" };

const there = (home: KestrelHome, file: string) =>
  stat(join(home.workspace, file)).then(
    () => true,
    () => false,
  );

async function conversation(): Promise<{ home: KestrelHome; screen: TmuxScreen }> {
  const home = await kestrelHome({ scripts, files });
  return { home, screen: await screenAlone(home) };
}

describe.skipIf(testEngine === undefined || testTmux === undefined)(
  "an answer is given by who has seen the question",
  () => {
    it("whatever is typed while the question comes stays in the line", async () => {
      const { home, screen } = await conversation();
      await screen.enter("[[shell]]");
      for (const letter of "add tests, stop") await screen.type(letter);
      await screen.shows("? $ env echo kestrel");
      await screen.shows(/› add tests, stop$/);
      await screen.shows("empty the line (Ctrl+U), then Tab to answer");
      await screen.press("a", "s", "Tab", "C-u");
      await answer(screen, "d");
      await screen.press("Enter");
      await screen.shows("✗ $ env echo kestrel  denied");
      expect(await there(home, "made.txt")).toBe(false);
    });

    it("stop and Enter steers, and grants nothing", async () => {
      const { screen } = await conversation();
      await screen.tell("[[shell]]", "Tab to answer");
      await screen.tell("stop", "› stop\n");
      await pause(answerArmMs);
      await screen.shows(/Tab to answer\n›$/);
      expect(await screen.text()).not.toContain("allowed");
    });

    it("a line that can only be an answer is no message", async () => {
      const { home, screen } = await conversation();
      await screen.tell(
        "[[removes]]",
        "may destroy data: needs the word allow · n Enter deny · Tab to answer",
      );
      await screen.tell("y", "“y” is not sent while a question is open");
      await screen.tell("allow", "“allow” is not sent while a question is open");
      await screen.shows(/Tab to answer\n›$/);
      await screen.tell("n", /Why not\?.*\nreason ›$/);
      await screen.tell("keep it", "denied: keep it");
      const shown = await screen.shows("✗ $ rm -rf build");
      expect(shown).not.toMatch(/^› (y|allow|n)$/m);
      expect(await there(home, "build/kept.txt")).toBe(true);
    });

    it("what may destroy wants the whole word", async () => {
      const { home, screen } = await conversation();
      await screen.tell("[[removes]]", "Tab to answer");
      await screen.press("Tab");
      await screen.shows("type allow and Enter");
      await screen.enter("a");
      await screen.shows("“a” does not allow this.");
      // The next letter is taken behind Enter, and the wrong word is gone.
      await screen.type("a");
      await screen.shows(/answer › a$/);
      expect(await there(home, "build/kept.txt")).toBe(true);
      await screen.tell("llow", "✓ $ rm -rf build");
      expect(await there(home, "build/kept.txt")).toBe(false);
    });

    it("a long command is approved only behind its end", async () => {
      const { home, screen } = await conversation();
      await screen.tell("[[long]]", "Tab to answer");
      expect(await screen.text()).not.toContain("echo the end");
      await screen.press("Tab");
      await screen.shows("part 1 of 3");
      // Yes is closed there, and no word either.
      await screen.press("a");
      await screen.press("Space");
      await screen.shows("part 2 of 3");
      await screen.press("Space");
      await screen.shows("echo the end");
      await screen.shows("y allow once");
      expect(await there(home, "made.txt")).toBe(false);
      await pause(answerArmMs);
      await screen.press("a");
      await screen.shows("✓ $ touch made.txt");
      expect(await there(home, "made.txt")).toBe(true);
    });

    it("kestrel run: letters typed before the question answer nothing and are told in the end", async () => {
      const home = await kestrelHome({ scripts, files });
      const screen = await tmuxScreen(home, ["run", "[[removes]]", "--model", home.model]);
      await screen.type("allow as");
      await screen.shows("? $ rm -rf build");
      await screen.type("a");
      await screen.shows("Tab to answer");
      expect(await there(home, "build/kept.txt")).toBe(true);
      await screen.press("Tab");
      await screen.shows("type allow and Enter");
      await screen.type("allow");
      await screen.shows("› allow");
      await screen.press("Enter");
      await screen.shows("✓ $ rm -rf build");
      await screen.shows("Typed while a question was open, and not used: allow asa");
      await screen.shows("ended 0");
    });
  },
);
