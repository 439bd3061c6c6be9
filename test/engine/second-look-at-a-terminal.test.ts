import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { answerArmMs } from "@kestrel/session-state";
import { describe, it } from "vitest";
import { heldServer } from "../daemon/held-server.ts";
import { testEngine, testTmux } from "../machine.ts";
import { criticAt, criticSays, warning, wipeScripts } from "../models/critic-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

const missing = testEngine === undefined || testTmux === undefined;

/** A home with a critic that waits for the test. */
async function watched() {
  const held = await heldServer((await startScriptedServer(criticSays(warning))).url);
  const home = await kestrelHome({ scripts: wipeScripts, files: { "letters/one.txt": "Dear A.\n" } });
  const loadout = join(home.dataFolder, "mine.toml");
  const model = `[metadata]\nname = "mine"\n\n[model]\nsource = "self"\npath = ${JSON.stringify(home.model)}\n`;
  await writeFile(loadout, `${model}\n${criticAt(held.url)}`);
  return { held, home, loadout };
}

describe.skipIf(missing)("another model's opinion at a terminal", () => {
  it("stands below the question; the answer that was begun before it goes on as it was", async () => {
    const { held, home, loadout } = await watched();
    const screen = await screenAlone(home, ["--loadout", loadout]);
    await screen.tell("Tidy up. [[wipe]]", "still checking");
    await screen.shows(/Tab to answer\n\S+( ›)?$/m);
    await screen.press("Tab");
    await screen.shows(/type allow and Enter to allow once/);
    await pause(answerArmMs);
    await screen.type("allo");
    await screen.shows("answer › allo");
    await held.asked;
    held.letThrough();
    await screen.shows("dangerous – “It");
    await screen.shows("answer › allo");
    await screen.tell("w", "allowed once");
    await screen.shows("Tidied up.");
  });

  it("in `kestrel run` as well, where a no stays a no", async () => {
    const { held, home, loadout } = await watched();
    const screen = await tmuxScreen(home, ["run", "--loadout", loadout, "Tidy up. [[wipe]]"]);
    await screen.shows("Tab to answer");
    await held.asked;
    held.letThrough();
    await screen.shows("dangerous – “It");
    await screen.press("Tab");
    await screen.shows(/type allow and Enter to allow once/);
    await pause(answerArmMs);
    await screen.press("d");
    await screen.shows("Why not?");
    await screen.press("Enter");
    await screen.shows("Tidied up.");
  });
});
