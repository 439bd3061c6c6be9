import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright";
import { afterAll, expect, onTestFinished } from "vitest";
import type { TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium } from "../machine.ts";

/** Chromium is Debian's; nothing of it may phone home while the tests count requests. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser: Promise<Browser> | undefined;

afterAll(async () => {
  await (await browser)?.close();
});

/** A page of a browser that knows nothing yet. Errors on the page fail the test at its end, all but those that a test is about. */
export async function freshPage(options: BrowserContextOptions = {}, about?: RegExp): Promise<Page> {
  browser ??= chromium.launch({ executablePath: testChromium, args: flags });
  const context = await (await browser).newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    colorScheme: "dark",
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const errors: string[] = [];
  context.on("weberror", (error) => errors.push(String(error.error())));
  context.on("console", (line) => {
    if (line.type() === "error" && !isExpected(line.text()) && !about?.test(line.text()))
      errors.push(line.text());
  });
  onTestFinished(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });
  return context.newPage();
}

/** Chromium itself reports answers that refuse and connections that break; a daemon that was killed gives both. */
function isExpected(text: string): boolean {
  return /^Failed to load resource: (the server responded with a status of (4|503)|net::ERR_)/.test(text);
}

/** A fresh browser that came in by a one-time link. */
export async function openConsole(
  daemon: TestDaemon,
  options?: BrowserContextOptions,
  about?: RegExp,
): Promise<Page> {
  const page = await freshPage(options, about);
  await logIn(page, daemon);
  return page;
}

/** Follows a new one-time link. */
export async function logIn(page: Page, daemon: TestDaemon): Promise<void> {
  await page.goto(await daemon.link());
  await page.locator("#main").waitFor();
}

/** Opens a session that is there, as a click on it does. */
export async function showSession(page: Page, id: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/sessions/${id}`);
  await conversation(page).waitFor();
}

export function conversation(page: Page): Locator {
  return page.getByRole("region", { name: /^(Conversation|对话)$/ });
}

/** Opens what stands beside the conversation, where it is not there by itself. */
export async function openInspector(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Open the inspector" }).first();
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
}

/** Writes into the message field and presses Enter. */
export async function say(page: Page, words: string): Promise<void> {
  const field = page.getByRole("textbox", { name: /^(Message|消息)$/ });
  await field.fill(words);
  await field.press("Enter");
}

/** Presses keys one behind the other without waiting: a loaded machine would make pauses in which a key counts by itself. */
export async function pressAtOnce(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** Chooses from a list that a field opens: by the option's value, its words or its place. */
export async function choose(
  field: Locator,
  wanted: string | { words: string } | { at: number },
): Promise<void> {
  await field.click();
  const page = field.page();
  const options = page.getByRole("option");
  if (typeof wanted === "string") {
    await page.locator(`[role="option"][data-value="${wanted}"]:visible`).click();
  } else {
    await ("at" in wanted
      ? options.nth(wanted.at)
      : options.filter({ hasText: wanted.words }).first()
    ).click();
  }
  // What the list says stands on the page until it is closed.
  await options.first().waitFor({ state: "hidden" });
}

/** Resolves when the conversation holds `count` ended turns: each ends in a line with what it cost. */
export async function turnsEnded(page: Page, count: number): Promise<void> {
  const costs = conversation(page).getByText(/^\d[\d.]* (s|min|秒|分).* · /);
  await costs.nth(count - 1).waitFor();
}

/** Scrolls up until the first entry of the conversation is on the page. */
export async function showFirst(page: Page): Promise<void> {
  const earlier = page.getByRole("button", { name: /^(Show .* earlier|显示更早)/ });
  const up = () =>
    conversation(page).evaluate((section) => {
      const scroller = section.parentElement;
      if (!scroller) return;
      scroller.scrollTop = 1;
      scroller.scrollTop = 0;
    });
  await expect
    .poll(async () => {
      await up();
      return earlier.count();
    })
    .toBe(0);
}

/** The words on the page, without the difference of a blank. */
export async function wordsOf(place: Locator): Promise<string> {
  return ((await place.textContent()) ?? "").replace(/\s+/g, " ").trim();
}
