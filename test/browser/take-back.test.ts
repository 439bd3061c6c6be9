import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, openInspector, say, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const writes = (path: string, content: string) =>
  callsThenSays("write", { path, content }, `Now ${path} is written.`);
const scripts = {
  ...standardScripts,
  one: writes("one.txt", "the first\n"),
  two: writes("two.txt", "the second\n"),
};

/** What a checker finds that a person could not use. */
async function troubles(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`);
}

const message = (page: Page, words: string) =>
  conversation(page).getByRole("article", { name: "You" }).filter({ hasText: words });

describe.skipIf(testChromium === undefined || testEngine === undefined)("taking back in the console", () => {
  it("shows what the last turn did, takes it back but for what somebody changed, and brings it back", async () => {
    const daemon = await startTestDaemon({ scripts });
    const { page, id, folder } = await openSessionIn(daemon, {});
    await daemon.client.call("sendOp", {
      params: { id },
      body: { opId: "op-mode", type: "set-mode", mode: "edits" },
    });
    await say(page, "[[one]]");
    await turnsEnded(page, 1);
    await say(page, "[[two]]");
    await turnsEnded(page, 2);
    const dock = page.getByRole("region", { name: "Changes of the last turn" });
    expect(await dock.textContent()).toContain("The last turn changed 1 file +1");
    await dock.getByRole("button", { name: "Undo", exact: true }).press("Enter");
    const panel = page.getByRole("form", { name: "Undo", exact: true });
    await panel.getByText("two.txt").click();
    await panel.getByText("the second").waitFor();
    expect(existsSync(join(folder, "two.txt"))).toBe(true);
    await panel.getByRole("button", { name: "Undo", exact: true }).click();
    await conversation(page).getByText("Undid changes to 1 file.").waitFor();
    expect(existsSync(join(folder, "two.txt"))).toBe(false);
    expect(await dock.getByText("Undid").count()).toBe(0);
    await dock.getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => existsSync(join(folder, "two.txt"))).toBe(true);

    // From the first message on, files and messages together; one file is somebody else's by now.
    await writeFile(join(folder, "one.txt"), "mine\n");
    const back = message(page, "[[one]]").getByRole("button", { name: "Undo from here" });
    await back.focus();
    await expect
      .poll(() => back.evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity))
      .toBe("1");
    await back.press("Enter");
    await panel.getByText("it changed since then").waitFor();
    expect(await panel.getByLabel("Take out messages: 2").isChecked()).toBe(true);
    expect(await troubles(page)).toEqual([]);
    await panel.getByRole("button", { name: "Undo", exact: true }).click();
    await conversation(page).getByText("Messages removed from the conversation: 2.").waitFor();
    expect(await message(page, "[[one]]").count()).toBe(0);
    expect(existsSync(join(folder, "two.txt"))).toBe(false);
    expect(await readFile(join(folder, "one.txt"), "utf8")).toBe("mine\n");
  });

  it("says before anything is taken back what commands ran that no undo covers", async () => {
    const daemon = await startTestDaemon({ scripts });
    const { page, id } = await openSessionIn(daemon, {});
    await daemon.client.call("sendOp", {
      params: { id },
      body: { opId: "op-mode", type: "set-mode", mode: "edits" },
    });
    await say(page, "[[one]]");
    await turnsEnded(page, 1);
    await say(page, "[[shell]]");
    await page.getByRole("button", { name: "Allow once" }).click();
    await turnsEnded(page, 2);
    const panel = page.getByRole("form", { name: "Undo", exact: true });
    await message(page, "[[shell]]").getByRole("button", { name: "Undo from here" }).press("Enter");
    await panel
      .getByText("1 command ran whose changes to files are not known. Undo does not cover it.")
      .waitFor();
    await choose(page.getByRole("combobox", { name: "What to undo" }), { words: "[[one]] · files: 1" });
    await panel.getByText("Since turn 1, 1 command ran").waitFor();
    // What can be pressed here, and nothing to be typed.
    await panel.getByText("With a snapshot before each command, undo covers what it does.").waitFor();
    expect(await panel.textContent()).not.toContain("/snapshots");
    await page.keyboard.press("Escape");
    await say(page, "/undo");
    await page.getByText("“Undo from here” at a message shows the files of turn 1").waitFor();
    await page.getByText("“Take snapshots from now on”", { exact: false }).waitFor();
    await message(page, "[[shell]]").getByRole("button", { name: "Undo from here" }).press("Enter");
    await choose(page.getByRole("combobox", { name: "What to undo" }), { words: "[[one]] · files: 1" });
    await panel.getByRole("button", { name: "Take snapshots from now on" }).click();
    await panel.getByText("With a snapshot before").waitFor({ state: "detached" });
    expect((await logOf(daemon, id)).some(({ body }) => body.type === "snapshots.set" && body.on)).toBe(true);
    expect((await logOf(daemon, id)).some(({ body }) => body.type === "files.restored")).toBe(false);
  });

  it("puts a message otherwise, asks again, goes on where it was stopped, and forks", async () => {
    const daemon = await startTestDaemon({ scripts });
    const { page, id } = await openSessionIn(daemon, {});
    await say(page, "[[plain]] first");
    await turnsEnded(page, 1);
    await say(page, "[[plain]] second");
    await turnsEnded(page, 2);
    const field = page.getByRole("textbox", { name: "Message" });
    await field.fill("a draft of mine");
    await message(page, "first").getByRole("button", { name: "Edit and send again" }).press("Enter");
    await page.getByText("Later messages are removed too: 1.").waitFor();
    expect(await field.inputValue()).toBe("[[plain]] first");
    await field.press("Escape");
    expect(await field.inputValue()).toBe("a draft of mine");
    await message(page, "first").getByRole("button", { name: "Edit and send again" }).press("Enter");
    await field.fill("[[think]] otherwise");
    expect(await troubles(page)).toEqual([]);
    await field.press("Enter");
    await conversation(page).getByText("The answer is 42.").waitFor();
    await turnsEnded(page, 1);
    expect(await message(page, "second").count()).toBe(0);
    expect(await field.inputValue()).toBe("a draft of mine");

    await conversation(page).getByRole("button", { name: "Answer again" }).press("Enter");
    await conversation(page).getByText("3/3").waitFor();
    await turnsEnded(page, 1);
    const rewound = (await logOf(daemon, id)).flatMap(({ body }) =>
      body.type === "history.rewound" ? [body.why] : [],
    );
    expect(rewound).toEqual(["edited", "regenerated"]);

    await field.fill("[[write]]");
    await field.press("Enter");
    await page.getByText("a new file").first().waitFor();
    const change = message(page, "otherwise").getByRole("button", { name: "Edit and send again" });
    await expect.poll(() => change.count()).toBe(0);
    await page.keyboard.press("Escape");
    await conversation(page).getByRole("button", { name: "Continue" }).press("Enter");
    const asked = conversation(page).getByRole("article", { name: "Asked to continue where it stopped" });
    await asked.waitFor();
    expect(await message(page, "Go on exactly").count()).toBe(0);
    await message(page, "[[write]]").getByRole("button", { name: "New session from here" }).press("Enter");
    await page.getByRole("link", { name: "Forked from another session" }).waitFor();
    expect(new URL(page.url()).hash).not.toContain(id);
    expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("[[write]]");
    await conversation(page).getByText("The answer is 42.").waitFor();
    expect(await message(page, "[[write]]").count()).toBe(0);
    // Two sessions are not told apart by one title.
    await page.getByRole("heading", { name: "[[plain]] first (2)" }).waitFor();
  });

  it("/edit waits for Send, as its button does, and /continue that cannot be says why and stays", async () => {
    const daemon = await startTestDaemon({ scripts });
    const { page, id } = await openSessionIn(daemon, {});
    await say(page, "[[plain]] first");
    await turnsEnded(page, 1);
    const field = page.getByRole("textbox", { name: "Message" });
    await say(page, "/continue");
    await page.getByRole("alert").filter({ hasText: "no cut answer to continue" }).waitFor();
    expect(await field.inputValue()).toBe("/continue");
    await say(page, "/edit");
    await page.getByText("Sending this replaces your message").waitFor();
    expect(await field.inputValue()).toBe("[[plain]] first");
    const rewinds = async () =>
      (await logOf(daemon, id)).filter(({ body }) => body.type === "history.rewound").length;
    expect(await rewinds()).toBe(0);
    expect(await message(page, "first").count()).toBe(1);
    await field.press("Escape");
    expect(await field.inputValue()).toBe("");
    await say(page, "/edit");
    await page.getByText("Sending this replaces your message").waitFor();
    await say(page, "[[plain]] otherwise");
    await message(page, "otherwise").waitFor();
    expect(await rewinds()).toBe(1);
  });

  it("a turn that was asked once more keeps its changed files in the list, and its name", async () => {
    const daemon = await startTestDaemon({ scripts });
    const { page, id } = await openSessionIn(daemon, {});
    await daemon.client.call("sendOp", {
      params: { id },
      body: { opId: "op-mode", type: "set-mode", mode: "edits" },
    });
    await say(page, "[[one]] please");
    await turnsEnded(page, 1);
    await conversation(page).getByRole("button", { name: "Answer again" }).press("Enter");
    await page.getByText("The answer is removed from the conversation").waitFor();
    await page.getByRole("button", { name: "Answer again" }).last().click();
    await conversation(page).getByText("2/2").waitFor();
    await turnsEnded(page, 1);
    await openInspector(page);
    await page.getByRole("tab", { name: "Changes" }).click();
    const inspector = page.getByRole("complementary", { name: "Inspector" });
    await inspector.getByText("one.txt").waitFor();
    await conversation(page).getByRole("button", { name: "Undo from here" }).press("Enter");
    await page.getByRole("combobox", { name: "What to undo" }).click();
    const choices = await page.getByRole("option").allTextContents();
    expect(choices).toContain("Turn 1, removed from the conversation · files: 1");
  });
});
