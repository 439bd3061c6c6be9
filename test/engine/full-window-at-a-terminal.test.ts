import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { afterTurn, screenAlone } from "../terminal/opened-screens.ts";
import type { TmuxScreen } from "../terminal/tmux-screen.ts";

/** As much as tmux pastes at once. */
const longWords = "one two three four five six seven eight nine ten ".repeat(240);

/** The first turn's figures stand there before the second is asked. */
const twoTurns = new RegExp(`${afterTurn.source}[^]*${afterTurn.source}`);

async function tooLong(screen: TmuxScreen): Promise<void> {
  for (let part = 0; part < 4; part += 1) await screen.paste(longWords);
  await screen.press("Enter");
  await screen.shows("Stopped: the context window is full");
  await screen.shows("a new session with a summary (/new), or the message again, shorter (/edit)");
}

describe.skipIf(testEngine === undefined || testTmux === undefined)("a full window in a terminal", () => {
  it("names /edit, by which the message that was too long comes back and a shorter one is answered", async () => {
    const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
    const screen = await screenAlone(home);
    await tooLong(screen);
    await screen.enter("/edit");
    await screen.shows(/nine ten\s*$/);
    await screen.press("C-u");
    await screen.tell("Who are you?", afterTurn);
  });

  it("names /new, which goes on in a session with a summary; else /new begins an empty one", async () => {
    const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
    const screen = await screenAlone(home);
    await screen.tell("Who are you?", afterTurn);
    const begun = await screen.tell("/new", "The next message begins a new session.");
    expect(begun).not.toContain("with a summary");
    await tooLong(screen);
    await screen.tell("/new", "The next message begins a new session, with a summary of this one.");
    await screen.tell("Who are you?", twoTurns);
    await screen.press("C-d");
    await screen.shows("ended 0");
    const folder = join(home.dataFolder, "sessions");
    const logs = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
    expect(logs).toHaveLength(3);
    const goesOn = logs.filter((log) => log.includes('"continues"'));
    expect(goesOn).toEqual([
      expect.stringContaining("This continues an earlier session whose window was full."),
    ]);
  });
});
