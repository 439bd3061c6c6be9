import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { startScriptedServer } from "../engine/start-scripted-server.ts";
import { testChromium, testEngine } from "../machine.ts";
import { bookFiles, bookScripts } from "../models/book-scripts.ts";
import { copilotScripts } from "../models/copilot-scripts.ts";
import type { Scripts } from "../models/scripted/script.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, say, turnsEnded } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

/** A page on a session of a daemon whose loadout has a copilot at that address. */
async function besideCopilot(url: string, scripts: Scripts, files: Readonly<Record<string, string>>) {
  const loadout = `[crew.copilot]\nsource = "connect"\nurl = "${url}"\n`;
  const daemon = await startTestDaemon({ scripts, loadout });
  const { page } = await openSessionIn(daemon, files);
  return page;
}

const lanesOf = (page: Page) => page.getByRole("region", { name: "What other models do" });

describe.skipIf(testChromium === undefined || testEngine === undefined)("models beside the lead", () => {
  it("what they do stands above the field, and a page sums it up in measured numbers", async () => {
    const { url } = await startScriptedServer(copilotScripts());
    const page = await besideCopilot(url, bookScripts, bookFiles);
    await say(page, "Read the harbour book. [[p1]]");
    await turnsEnded(page, 1);
    const lanes = lanesOf(page);
    await lanes.getByText(/summarizer \(.+\) named the session in [\d.]+ s/).waitFor();
    await page.getByRole("heading", { name: "The harbour book" }).first().waitFor();
    await say(page, "/compact");
    await lanes.getByText(/summarizer \(.+\) summarized [\d,]+ tokens in [\d.]+ s/).waitFor();
    await conversation(page)
      .getByText(/Compacted: the summarizer.s notes replace the earlier conversation/)
      .waitFor();

    await lanes.getByRole("link", { name: "Show all" }).click();
    await page.getByRole("heading", { name: "Other models' work" }).waitFor();
    const row = page.getByRole("row").nth(1);
    await row.getByRole("cell").first().waitFor();
    const cells = await row.getByRole("cell").allTextContents();
    expect(cells.slice(0, 2)).toEqual(["2", "2"]);
    for (const cell of cells.slice(2)) expect(cell).toMatch(/^[\d,.]+( s)?$/);
    await page.getByText(/^Roles without a model: reviewer \(.+\), retriever \(.+\)\.$/).waitFor();
    await page.getByRole("link", { name: "Back to the session" }).click();
    await lanes.waitFor();
  });

  it("drafts a commit message that stands above the field with its lines, ready to copy", async () => {
    const message = "Add the new file\n\nIt has two lines.";
    const drafts = { heard: "Write the commit message", says: message };
    const { url } = await startScriptedServer({ ...copilotScripts(), drafts });
    const page = await besideCopilot(url, standardScripts, {});
    await say(page, "/mode edits");
    await say(page, "[[write]] Make a new file.");
    await turnsEnded(page, 1);
    await say(page, "/commit");
    const draft = page.getByRole("status").locator("pre");
    await draft.waitFor();
    expect(await draft.textContent()).toBe(message);
    await page
      .getByRole("status")
      .getByText(/Drafted by the summarizer/)
      .waitFor();

    // The answer about what is taken back comes last, and neither ends the newer note nor empties the field.
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/ops", async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    const taken = page.waitForResponse("**/ops");
    await say(page, "/undo");
    await say(page, "/commit");
    const nothing = page.getByText(/This session has no changes to describe/);
    await nothing.waitFor();
    const field = page.getByRole("textbox", { name: "Message" });
    await field.fill("[[write]] Once");
    answer();
    await (await taken).finished();
    await page.unroute("**/ops");
    await field.press("End");
    await field.pressSequentially(" more.");
    await field.press("Enter");
    await conversation(page).getByText("[[write]] Once more.").waitFor();
  });

  it("one that cannot be asked is a line there, and nothing else", async () => {
    const page = await besideCopilot("http://127.0.0.1:9", bookScripts, bookFiles);
    await say(page, "Read the harbour book. [[told]]");
    await turnsEnded(page, 1);
    await lanesOf(page)
      .getByText(/summarizer \(.+\): failed after [\d.]+ s: Cannot connect to http:\/\/127\.0\.0\.1:9\./)
      .waitFor();
  });
});
