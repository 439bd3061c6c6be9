import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { answer } from "../terminal/answer.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";

describe.skipIf(testEngine === undefined || testTmux === undefined)(
  "a terminal as its person wants it",
  () => {
    it("has its own keys, colours, line of figures, title and bell", async () => {
      const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
      const set = (key: string, value: string) => kestrel(home, ["config", "set", key, value]);
      expect(await set("terminal.keys", "mode=ctrl+c")).toMatchObject({ code: 3 });
      expect(await set("terminal.theme", "pink")).toMatchObject({ code: 3 });
      expect((await set("mode", "edits")).err).toMatch(/Did you mean `permission\.mode`\?[\s\S]*help config/);
      for (const [key, value] of [
        ["terminal.keys", "mode=ctrl+x,editor=alt+e"],
        ["terminal.status", "context"],
        ["terminal.theme", "light"],
        ["terminal.bell", "on"],
      ] as const)
        expect(await set(key, value), key).toMatchObject({ code: 0 });

      const screen = await screenAlone(home);
      await screen.press("C-x");
      await screen.shows(/edits ›/);
      await screen.press("C-x", "C-x");
      await screen.enter("[[shell]] please");
      await screen.shows("runs a command");
      await expect.poll(() => screen.title()).toBe("? [[shell]] please");
      await answer(screen, "a");
      await screen.shows(/\n *ctx \S+\/8k \(\d+%\)\n/);
      await expect.poll(() => screen.title()).toBe("[[shell]] please");
      // The mark of a sent line is blue where the background is light.
      expect(await screen.colours()).toContain("\x1b[34m");
      expect(await screen.colours()).not.toContain("\x1b[36m");
    });
  },
);
