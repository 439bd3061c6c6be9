import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, say, turnsEnded, wordsOf } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const write = (path: string, content: string) => ({ name: "write", arguments: { path, content } });
const edit = (old: string, next: string) => ({
  name: "edit",
  arguments: { path: "a.txt", old, new: next },
});
const scripts = {
  ...standardScripts,
  first: {
    replies: [
      { calls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { calls: [edit("one", "two"), write("src/b.txt", "new\n"), write("src/c.txt", "new too\n")] },
      { says: "Three files." },
    ],
  },
  third: { replies: [{ calls: [edit("three", "four")] }, { says: "One line." }] },
  second: { replies: [{ calls: [edit("two", "three")] }, { says: "One file." }] },
};

const review = (page: Page) => page.getByRole("region", { name: "Changes in this session" });
const file = (page: Page, path: string) => review(page).getByRole("region", { name: path, exact: true });
const axe = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

describe.skipIf(testChromium === undefined || testEngine === undefined)("the review of a session", () => {
  async function changed(size?: { width: number; height: number }) {
    const daemon = await startTestDaemon({ scripts });
    const opened = await openSessionIn(daemon, { "a.txt": "zero\none\n" }, size && { viewport: size });
    await daemon.client.call("sendOp", {
      params: { id: opened.id },
      body: { opId: "op-mode", type: "set-mode", mode: "edits" },
    });
    await say(opened.page, "[[first]]");
    await turnsEnded(opened.page, 1);
    await say(opened.page, "[[second]]");
    await turnsEnded(opened.page, 2);
    return { ...opened, daemon };
  }

  it("shows what two turns come to as one change, takes a comment, and undoes a file, a turn and all of it", async () => {
    const { page, folder, id, daemon } = await changed();
    await page.getByRole("link", { name: "Changes", exact: true }).click();
    await review(page).getByText("3 files +3 −1").waitFor();
    expect(await wordsOf(file(page, "a.txt").getByRole("table"))).toBe("11 zero2·−one2+three");
    expect(await axe(page)).toEqual([]);
    // The tree leads to a file; a reload shows the same.
    await page.reload();
    await review(page).getByRole("button", { name: "b.txt" }).click();

    await file(page, "a.txt").getByRole("button", { name: "Comment on line 2" }).last().click();
    await page.getByLabel("Comment on line 2 for the model").fill("[[plain]] Why three?");
    await page.getByRole("button", { name: "Send to the model" }).click();
    await file(page, "a.txt").getByText("Sent. The model answers in the conversation.").waitFor();
    await turnsEnded(page, 3);
    const [, , asked] = bodiesOf(await logOf(daemon, id), "turn.started");
    expect(asked?.text).toBe("a.txt:2\n```\nthree\n```\n\n[[plain]] Why three?");

    await file(page, "src/b.txt").getByRole("button", { name: "Undo file" }).click();
    await file(page, "src/b.txt").waitFor({ state: "detached" });
    expect(existsSync(join(folder, "src/b.txt"))).toBe(false);
    expect(existsSync(join(folder, "src/c.txt"))).toBe(true);
    await review(page).getByRole("button", { name: "Redo" }).click();
    await file(page, "src/b.txt").waitFor();
    expect(await readFile(join(folder, "src/b.txt"), "utf8")).toBe("new\n");

    await review(page).getByRole("button", { name: "Undo turn 2" }).click();
    await review(page).getByText("+two").waitFor();
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("zero\ntwo\n");
    await review(page).getByRole("button", { name: "Undo all" }).click();
    await review(page).getByRole("button", { name: "Undo all" }).click();
    await review(page).getByText("No file differs from the start of this session.").waitFor();
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("zero\none\n");
    expect(existsSync(join(folder, "src/c.txt"))).toBe(false);
  });

  it("stands side by side where the page has room, here and in a question, and this browser remembers it", async () => {
    const { page, daemon, id, folder } = await changed();
    await page.getByRole("link", { name: "Changes", exact: true }).click();
    const table = file(page, "a.txt").getByRole("table");
    await table.waitFor();
    const split = page.getByRole("button", { name: "Side by side" });
    await split.click();
    await expect.poll(() => wordsOf(table)).toBe("1 zero1 zero2−one2+three");
    expect(await axe(page)).toEqual([]);
    await file(page, "a.txt").getByRole("button", { name: "Comment on line 2" }).last().click();
    await page.getByLabel("Comment on line 2 for the model").waitFor();
    await page.reload();
    await expect.poll(() => split.getAttribute("aria-pressed")).toBe("true");
    await page.setViewportSize({ width: 980, height: 900 });
    await expect.poll(() => wordsOf(table)).toBe("11 zero2·−one2+three");
    expect(await split.count()).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("link", { name: "Back to the conversation" }).click();

    await daemon.client.call("sendOp", {
      params: { id },
      body: { opId: "op-ask", type: "set-mode", mode: "ask" },
    });
    await say(page, "[[third]]");
    const card = page.getByRole("region", { name: "Change a.txt?" });
    await expect.poll(() => wordsOf(card.getByRole("table"))).toBe("1 zero1 zero2−three2+four");
    await split.click();
    await expect.poll(() => wordsOf(card.getByRole("table"))).toBe("11 zero2−three2+four");
    await card.getByRole("button", { name: "Allow once" }).click();
    await turnsEnded(page, 3);
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("zero\nfour\n");
  });

  it("takes the place of the conversation on a phone, is walked by the keyboard, and leaves alone what somebody else changed", async () => {
    const { page, folder } = await changed({ width: 360, height: 740 });
    await writeFile(join(folder, "a.txt"), "mine\n");
    await page.getByRole("link", { name: "Review" }).click();
    await file(page, "a.txt").getByText("it changed since then").waitFor();
    expect(await file(page, "a.txt").getByRole("button", { name: "Undo file" }).isDisabled()).toBe(true);
    expect(await conversation(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await axe(page)).toEqual([]);
    const lines = file(page, "a.txt").getByRole("button", { name: /^Comment on line/ });
    await lines.first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByLabel("Comment on line 2 for the model").waitFor();
    await page.keyboard.press("Escape");
    await page.getByLabel("Comment on line 2 for the model").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Back to the conversation" }).click();
    await conversation(page).waitFor();
  });
});
