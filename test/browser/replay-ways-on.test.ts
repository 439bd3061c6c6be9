import AxeBuilder from "@axe-core/playwright";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, say, turnsEnded } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

describe.skipIf(testChromium === undefined || testEngine === undefined)("the ways on from a replay", () => {
  it("a new session has the messages up to where it stands, and the export plays in a browser", async () => {
    const scripts = {
      ...standardScripts,
      one: { replies: [{ says: "The first answer." }] },
      two: { replies: [{ says: "The second answer." }] },
    };
    const daemon = await startTestDaemon({ scripts });
    const { page, id } = await openSessionIn(daemon, {});
    await say(page, "[[one]]");
    await turnsEnded(page, 1);
    await say(page, "[[two]]");
    await turnsEnded(page, 2);
    await page.getByRole("link", { name: "Replay" }).click();
    // Back over the end of the second turn and its message, to the first answer.
    const track = page.getByRole("slider");
    await track.focus();
    while ((await conversation(page).getByText("[[two]]").count()) > 0)
      await page.keyboard.press("ArrowLeft");
    await conversation(page).getByText("The first answer.").waitFor();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await page.getByRole("button", { name: "Export this session" }).click();
    const sheet = page.getByRole("dialog", { name: "Export this session" });
    expect(await sheet.getByRole("combobox", { name: "Format" }).textContent()).toContain(
      "plays in a browser",
    );
    await sheet.getByRole("button", { name: "Preview" }).click();
    const saved = page.waitForEvent("download");
    await sheet.getByRole("button", { name: "Save the file" }).click();
    expect((await saved).suggestedFilename()).toBe(`${id}.html`);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "New session from here" }).click();
    await page.waitForURL((url) => /#\/sessions\/[^/]+$/.test(url.hash) && !url.hash.includes(id));
    await conversation(page).getByText("The first answer.").waitFor();
    expect(await conversation(page).getByText("The second answer.").count()).toBe(0);
  });
});
