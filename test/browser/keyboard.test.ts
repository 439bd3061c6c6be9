import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answerArmMs } from "@kestrel/session-state";
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole, say, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

/** Presses Tab until the first thing of that role and name has the focus. */
async function tabTo(
  place: Page | Locator,
  role: "textbox" | "button" | "link" | "combobox",
  name: string | RegExp,
): Promise<void> {
  const wanted = place.getByRole(role, { name }).first();
  const page = wanted.page();
  const here = () => wanted.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await here()); presses++) {
    expect(presses, `presses of Tab on the way to ${name}`).toBeLessThan(60);
    await page.keyboard.press("Tab");
  }
}

describe.skipIf(missing)("the keyboard alone", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
  });

  it("goes from the first start to an edit that is undone", async () => {
    const daemon = await startTestDaemon({ files: standardFiles });
    const model = join(daemon.folder, "own.gguf");
    await writeScriptedModel(model, standardScripts);
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: "Use your own model" }).first().waitFor();
    await tabTo(page, "link", "Use your own model");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Use your own model" }).waitFor();
    await tabTo(page, "textbox", "A GGUF file, by its full path");
    await page.keyboard.type(model);
    await page.keyboard.press("Enter");
    await page.getByRole("main").getByText("answers now.").waitFor();
    await page.keyboard.press("Alt+KeyN");
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await tabTo(page, "combobox", "Folder");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Where should Kestrel work?" }).waitFor();
    await tabTo(page, "textbox", "Another folder");
    await page.keyboard.type(daemon.workspace);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    await tabTo(page, "textbox", "Message");
    await page.keyboard.type("[[edit]]");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Change greeting.txt?" }).waitFor();
    await page.keyboard.press("Alt+KeyA");
    const card = page.getByRole("region", { name: "Change greeting.txt?" });
    // The question comes into view, and can be answered once it was seen.
    const allow = card.getByRole("button", { name: /^Allow once/ });
    await expect.poll(() => allow.isEnabled()).toBe(true);
    await tabTo(page, "button", /^Allow once/);
    // The way there was made of keys: the question answers to the next one only when they have ended.
    await page.waitForTimeout(answerArmMs + 50);
    await page.keyboard.press("Enter");
    await turnsEnded(page, 1);
    const greeting = () => readFileSync(join(daemon.workspace, "greeting.txt"), "utf8");
    expect(greeting()).toBe("Good evening, dear reader.\n");
    await tabTo(page.getByRole("region", { name: "Changes of the last turn" }), "button", "Undo");
    await page.keyboard.press("Enter");
    await tabTo(page.getByRole("form", { name: "Undo" }), "button", "Undo");
    await page.keyboard.press("Enter");
    await expect.poll(greeting).toBe(standardFiles["greeting.txt"]);
    await page.getByRole("button", { name: "Redo" }).waitFor();
    const message = page.getByRole("textbox", { name: "Message" });
    expect(await message.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it("cannot answer a question before it could be read, neither by Enter nor by its letter", async () => {
    const { page, id } = await openSessionIn(daemon, standardFiles);
    await page.clock.setFixedTime(Date.now());
    const message = page.getByRole("textbox", { name: "Message" });
    // A new session puts the focus there by itself; "/" is what brings it back.
    await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
    await message.blur();
    await page.keyboard.press("/");
    await page.keyboard.type("[[write]]");
    await page.keyboard.press("Enter");
    const card = page.getByRole("region", { name: "Create new.txt?" });
    await card.waitFor();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.postData() ?? "");
    });
    // The words were finished with Enter; a second one, a moment late, meets the question.
    await page.keyboard.press("Enter");
    await page.keyboard.press("Alt+KeyA");
    await expect.poll(() => card.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.press("a");
    expect(sent).toEqual([]);
    expect(bodiesOf(await logOf(daemon, id), "approval.resolved")).toEqual([]);
    await page.clock.setFixedTime(Date.now() + 5_000);
    await page.keyboard.press("a");
    await conversation(page).getByText("The new file is written.").waitFor();
    expect(sent).toHaveLength(1);
    expect(bodiesOf(await logOf(daemon, id), "approval.resolved")).toMatchObject([{ decision: "allowed" }]);
  });

  it("moves within a question that is read without being taken for typing", async () => {
    const { page, id } = await openSessionIn(daemon, standardFiles);
    await say(page, "[[write]]");
    const card = page.getByRole("region", { name: "Create new.txt?" });
    await card.waitFor();
    await page.keyboard.press("Alt+KeyA");
    await page.waitForTimeout(answerArmMs + 50);
    await tabTo(page, "button", /^Allow once/);
    await page.keyboard.press("Enter");
    await turnsEnded(page, 1);
    expect(bodiesOf(await logOf(daemon, id), "approval.resolved")).toMatchObject([{ decision: "allowed" }]);
  });

  it.each([
    ["the palette", "Control+KeyK", "Go to"],
    ["finding", "Control+KeyF", "Find in this session"],
  ])("Escape from %s brings the focus back to where it was", async (_, keys, label) => {
    const { page } = await openSessionIn(daemon, {});
    await say(page, "[[plain]]");
    await turnsEnded(page, 1);
    const replay = page.getByRole("link", { name: "Replay" });
    for (const before of [page.getByRole("textbox", { name: "Message" }), replay]) {
      await before.focus();
      await page.keyboard.press(keys);
      const field = page.getByLabel(label).locator("visible=true").last();
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
      await page.keyboard.type("x");
      await page.keyboard.press("Escape");
      await field.waitFor({ state: "detached" });
      await expect.poll(() => before.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  it("finds every page by name and shows all keys on one sheet", async () => {
    const page = await openConsole(daemon);
    await page.keyboard.press("Control+KeyK");
    await page.getByRole("dialog", { name: "Go to" }).getByRole("textbox").waitFor();
    await page.keyboard.type("Sett");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys" });
    await sheet.getByText("Go to the waiting question").waitFor();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  });
});
