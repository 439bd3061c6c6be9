import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { bookFact, bookFiles, bookScripts } from "../models/book-scripts.ts";
import { conversation, openInspector, say, turnsEnded } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

describe.skipIf(testChromium === undefined || testEngine === undefined)("room in the window", () => {
  it("is made by a button in the lens, and the notes can be read where they stand", async () => {
    const daemon = await startTestDaemon({ scripts: bookScripts });
    const { page } = await openSessionIn(daemon, bookFiles);
    await say(page, "Read the harbour book. [[p1]]");
    await turnsEnded(page, 1);
    await openInspector(page);
    await page.getByLabel("What to keep").fill("the lamp");
    await page.getByRole("button", { name: "Compact now" }).click();
    const divider = conversation(page).getByText(
      /Compacted: the model.s notes replace the earlier conversation/,
    );
    await divider.waitFor();
    expect(await divider.textContent()).toMatch(/\d → ~[\d,]+ tokens \(~[\d,]+ freed\)/);
    await divider.click();
    await conversation(page).getByText(`book/1.txt says: ${bookFact}.`).waitFor();
    await page.getByRole("button", { name: "Compact now" }).click();
    await page.getByText("There is nothing to compact", { exact: false }).waitFor();
    await say(page, "When is the lamp lit? [[when]]");
    await turnsEnded(page, 2);
    expect(await conversation(page).getByText(`${bookFact}.`, { exact: true }).count()).toBe(1);
  });
});
