import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStage } from "../../console/test/stage/daemon.ts";
import { fullScene, ids } from "../../console/test/stage/scenes.ts";
import { testChromium } from "../machine.ts";
import { conversation, freshPage, openInspector } from "./open-console.ts";

const dist = join(import.meta.dirname, "..", "..", "console", "dist");

/** A page on a stage with one session of every kind. */
async function onStage(address = "", width = 1440): Promise<Page> {
  const stage = await openStage(dist, fullScene);
  onTestFinished(() => stage.close());
  const page = await freshPage({ viewport: { width, height: 800 } });
  await page.goto(`${stage.url}#c=stage`);
  await page.locator("#main").waitFor();
  await page.goto(`${stage.url}${address}`);
  return page;
}

describe.skipIf(testChromium === undefined)("what a person runs into", () => {
  it("finds words that stand where the page has not been yet", async () => {
    const page = await onStage(`#/sessions/${ids.long}`);
    const words = conversation(page);
    await words.getByText("第 1000 个问题").waitFor();
    expect(await words.getByText("第 3 个问题").count()).toBe(0);
    await page.keyboard.press("Control+KeyF");
    await page.getByRole("searchbox", { name: "Find in this session" }).fill("第 3 个问题");
    await page.keyboard.press("Enter");
    await words.getByText("第 3 个问题").waitFor();
    await expect.poll(() => words.getByText("第 3 个问题").isVisible()).toBe(true);
    expect(await page.getByText("1 of 1").count()).toBe(1);
  });

  it("goes to words while they are typed, and marks them wherever they stand, in both themes", async () => {
    const page = await onStage(`#/sessions/${ids.long}`);
    const words = conversation(page);
    await words.getByText("第 1000 个问题").waitFor();
    await page.keyboard.press("Control+KeyF");
    const field = page.getByRole("searchbox", { name: "Find in this session" });
    await field.pressSequentially("第 990 个问题");
    await expect.poll(() => words.getByText("第 990 个问题").isVisible()).toBe(true);
    await expect.poll(() => marked(page)).toEqual(["第 990 个问题"]);
    await page.getByText("1 of 1").waitFor();
    const colours = new Set<string>();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      colours.add(await colourOfMarks(page));
    }
    expect(colours.size).toBe(2);
    expect(colours).not.toContain("rgba(0, 0, 0, 0)");
    await field.fill("第 1 个 no such words");
    await page.getByText("0 of 0").waitFor();
    await expect.poll(() => marked(page)).toEqual([]);
    await field.fill("个问题");
    await expect.poll(async () => (await marked(page)).length).toBeGreaterThan(2);
    await page.keyboard.press("Escape");
    await expect.poll(() => marked(page)).toEqual([]);
  });

  it("can be closed on a narrow screen: the bar is no wider than the page", async () => {
    const page = await onStage(`#/sessions/${ids.done}`, 360);
    await conversation(page).getByText("All 14 tests pass.").waitFor();
    await page.keyboard.press("Control+KeyF");
    const close = page.getByRole("search").getByRole("button", { name: "Close" });
    const right = await close.evaluate((element) => element.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(360);
    await close.click();
    await page.getByRole("search").waitFor({ state: "detached" });
  });

  it("marks words that run on through coloured code, in any case", async () => {
    const page = await onStage(`#/sessions/${ids.done}`);
    await conversation(page).getByText("All 14 tests pass.").waitFor();
    await page.keyboard.press("Control+KeyF");
    const field = page.getByRole("searchbox", { name: "Find in this session" });
    await field.fill("ADD(one: number, other");
    await expect.poll(() => marked(page)).toEqual(["add(one: number, other"]);
  });

  it("has an undo for each deleted session", async () => {
    const page = await onStage();
    const list = page.getByRole("navigation", { name: "Sessions" });
    for (const title of ["Fix add()", "Explain the parser"]) {
      await list.getByRole("link", { name: title, exact: false }).last().hover();
      await list.getByRole("button", { name: `Delete “${title}”` }).click();
    }
    await expect.poll(() => page.getByRole("button", { name: "Undo" }).count()).toBe(2);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await list.getByRole("link", { name: /^Fix add\(\) done/ }).waitFor();
    expect(await page.getByText("Deleted “Explain the parser”").count()).toBe(1);
  });

  it("shows what can be done first, and then the sessions", async () => {
    const page = await onStage(`#/sessions/${ids.done}`);
    await conversation(page).waitFor();
    await page.keyboard.press("Control+KeyK");
    const choices = page.getByRole("dialog", { name: "Go to" }).getByRole("listitem");
    expect(await choices.first().textContent()).toContain("New session");
    await page.keyboard.type("Mode");
    await expect.poll(() => choices.first().textContent()).toContain("Mode: Plan");
  });

  it("says “new below” only when something was said there", async () => {
    const page = await onStage(`#/sessions/${ids.done}`);
    const words = conversation(page);
    await words.getByText("All 14 tests pass.").waitFor();
    await words.hover({ position: { x: 5, y: 5 } });
    await page.mouse.wheel(0, -5000);
    // A card that is opened makes the page longer; nothing was said.
    await words.locator("details > summary").first().click();
    await page.waitForTimeout(300);
    expect(await page.getByRole("button", { name: "New below" }).count()).toBe(0);
  });

  it("keeps the whole title before the path, and replay within reach on a narrow screen", async () => {
    const wide = await onStage(`#/sessions/${ids.done}`);
    const title = wide.locator("header h1");
    await title.waitFor();
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const narrow = await onStage(`#/sessions/${ids.done}`, 360);
    await narrow.locator("header h1").waitFor();
    // Beside the buttons of the one row.
    const width = await narrow.locator("header h1").evaluate((element) => element.clientWidth);
    expect(width).toBeGreaterThan(250);
    await openInspector(narrow);
    await narrow.getByRole("link", { name: "Replay" }).click();
    await narrow.getByText("You are looking at the past").waitFor();
  });

  it("names the file of the settings", async () => {
    const page = await onStage("#/settings");
    await page.getByText("/home/ada/.config/kestrel/config.toml").waitFor();
  });
});

/** What the page marks as found, where its letters are on it. */
function marked(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(CSS.highlights.get("found-words") ?? [])].map(String));
}

/** What a marked word stands on. */
function colourOfMarks(page: Page): Promise<string> {
  const row = page.locator("[data-row]").first();
  return row.evaluate((element) => getComputedStyle(element, "::highlight(found-words)").backgroundColor);
}
