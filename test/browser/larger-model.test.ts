import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { mistakeFiles, mistakeScripts } from "../models/mistake-scripts.ts";
import { nanoModel, needModel } from "../models/nano-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { openConsole } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");

describe.skipIf(missing)("a larger model, offered in the console", () => {
  it("is asked about above the field, with what is left; a no and a yes are in the log", async () => {
    mkdirSync(output, { recursive: true });
    const scripts = { ...standardScripts, ...mistakeScripts };
    const loadout = `[crew.larger]\npath = "${needModel(nanoModel)}"\nname = "the big one"\nwindow = 4096\n`;
    const daemon = await startTestDaemon({ scripts, files: mistakeFiles, loadout });
    const session = await openTestSession(daemon);
    const page = await openConsole(daemon, {
      reducedMotion: "reduce",
      viewport: { width: 360, height: 800 },
    });
    await page.goto(`${daemon.url}/#/sessions/${session.id}`);
    await session.turn("Find it. [[doom-loop]]");
    const offer = page.getByRole("region", { name: "A larger model" });
    await offer.getByText("The model repeated itself without progress.").waitFor();
    await offer.getByText("the big one can take over for one turn. 3 of 3 left in this session.").waitFor();
    await page.screenshot({ path: join(output, "larger-model-360.png") });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    await offer.getByRole("button", { name: "No" }).click();
    await offer.waitFor({ state: "detached" });
    await session.turn("Once more. [[doom-loop]]");
    await offer.getByRole("button", { name: "Let it take over" }).click();
    await offer.waitFor({ state: "detached" });
    // Nothing goes on: what the yes comes to is said.
    await page.getByText("The larger model takes over, from the next step or message").waitFor();
    await page.screenshot({ path: join(output, "larger-model-accepted-360.png") });
    await expect
      .poll(() => bodiesOf(session.events, "escalation.answered").map(({ accepted }) => accepted))
      .toEqual([false, true]);
  });
});
