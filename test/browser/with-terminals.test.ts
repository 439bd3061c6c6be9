import { describe, expect, it } from "vitest";
import { testChromium, testEngine, testTmux } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { answer } from "../terminal/answer.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";
import { conversation, freshPage, say, showSession, turnsEnded } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined || testTmux === undefined;

describe.skipIf(missing)("two terminals and a browser on one session", () => {
  it("show and answer the same, and each goes on when the others leave, the first terminal before all", async () => {
    const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
    const first = await screenAlone(home);
    await first.tell("[[plain]] one", "this is my plain answer");
    const second = await tmuxScreen(home, ["-c"]);
    await second.shows("this is my plain answer");
    const page = await freshPage();
    await page.goto((await kestrel(home, ["open"])).out.trim());
    await page.locator("#main").waitFor();
    const { sessions } = JSON.parse((await kestrel(home, ["sessions", "--json"])).out);
    expect(sessions).toHaveLength(1);
    await showSession(page, sessions[0].id);
    await turnsEnded(page, 1);

    // Asked for in the browser, answered in one terminal, seen in all three.
    await say(page, "[[shell]] from the page");
    await page.locator("[data-approval]").waitFor();
    await first.shows("Tab to answer");
    await answer(second, "a");
    await turnsEnded(page, 2);
    await page.locator("[data-approval]").waitFor({ state: "hidden" });
    for (const screen of [first, second]) {
      const shown = await screen.shows("✓ $ env echo kestrel");
      expect(shown).toContain("› [[shell]] from the page");
    }

    // Asked for in a terminal, answered in the browser.
    await first.enter("[[shell]] from the first");
    await second.shows(/from the first[\s\S]*Tab to answer/);
    await page.getByRole("button", { name: "Allow once" }).click();
    await turnsEnded(page, 3);
    for (const screen of [first, second]) await screen.shows(/from the first[\s\S]*✓ \$ env echo kestrel/);

    await first.press("C-d");
    const left = await first.shows("ended 0");
    expect(left).toMatch(new RegExp(`-r\\s+${sessions[0].id.slice(0, 6)}`));
    await second.tell("[[read]] from the second", "I have read hello.txt");
    await turnsEnded(page, 4);
    await conversation(page).getByText("from the second").waitFor();
    await second.press("C-d");
    await second.shows("ended 0");
    await say(page, "[[plain]] from the page alone");
    await turnsEnded(page, 5);
  });
});
