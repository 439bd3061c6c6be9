import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

describe.skipIf(testEngine === undefined || testTmux === undefined)("two terminals on one session", () => {
  it("type and read Chinese at 40 columns, and the second goes on when the first, which began it all, leaves", async () => {
    const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
    const first = await screenAlone(home);
    await first.tell("[[plain]] one", "this is my plain answer");
    const second = await tmuxScreen(home, ["-c"], {}, 40);
    await second.shows("this is my plain answer");

    // Each sign is two columns wide; the cursor stands behind what is typed, and Backspace takes one sign.
    await second.type("[[zh]] 请看一下");
    await second.shows(/› \[\[zh\]\] 请看一下$/);
    const { column } = await second.cursor();
    await second.press("BSpace");
    await second.shows(/› \[\[zh\]\] 请看一$/);
    expect((await second.cursor()).column).toBe(column - 2);
    await second.press("Enter");
    for (const screen of [first, second]) {
      const shown = await screen.shows("帮你看文件、改代码。");
      expect(shown).toContain("› [[zh]] 请看一");
    }

    await first.press("C-d");
    await first.shows("ended 0");
    await second.tell("[[read]] please", "I have read hello.txt");
    await second.press("C-d");
    await second.shows("ended 0");
    expect((await kestrel(home, ["status", "--json"])).out).toContain('"running":true');
  });
});
