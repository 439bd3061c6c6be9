import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

describe.skipIf(testTmux === undefined || testEngine === undefined)("a loadout at a terminal", () => {
  it("/loadout names the one of the session and all there are", async () => {
    const home = await kestrelHome({ scripts: standardScripts });
    const screen = await tmuxScreen(home, ["--loadout", "reviewer", "--model", home.model]);
    await screen.shows(/›/);
    await screen.tell(
      "/loadout",
      /The next session begins with reviewer\.[\s\S]*reviewer +in use, comes with Kestrel/,
    );
    await screen.tell("Hello?", /plain answer\.[\s\S]*tok\/s/);
    await screen.tell("/loadout", /This session began with reviewer, digest [0-9a-f]{32}\./);
  });

  it("begins as a file, at once: every part commented out, or as another one is", async () => {
    const home = await kestrelHome({});
    const file = (name: string) => join(home.dataFolder, "config", "loadouts", `${name}.toml`);
    const blank = await tmuxScreen(home, ["loadout", "new", "mine"]);
    await blank.shows(/Written: [\s\S]*mine\.toml[\s\S]*ended 0$/);
    expect(await readFile(file("mine"), "utf8")).toMatch(/^# persona = """$/m);
    const like = await tmuxScreen(home, ["loadout", "new", "ours", "--from", "reviewer"]);
    await like.shows(/Written: [\s\S]*ours\.toml[\s\S]*ended 0$/);
    const starter = join(import.meta.dirname, "../../loadouts/reviewer.toml");
    expect(await readFile(file("ours"), "utf8")).toBe(await readFile(starter, "utf8"));
    const taken = await tmuxScreen(home, ["loadout", "new", "mine"]);
    await taken.shows(/ended 3$/);
  });
});
