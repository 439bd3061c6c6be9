import { existsSync } from "node:fs";
import { join } from "node:path";
import { answerArmMs } from "@kestrel/session-state";
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { conversation, pressAtOnce, say, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

const longCommand = Array.from({ length: 90 }, (_, line) => `printf '%s\\n' "this is line ${line + 1}"`).join(
  "\n",
);
const longFile = Array.from({ length: 340 }, (_, line) => `line ${line + 1}: ${"word ".repeat(8)}`).join(
  "\n",
);
/** One line that ends far outside every screen. */
const wideFile = `${"harmless ".repeat(300)}; the last words\n`;

describe.skipIf(missing)("an answer is given by a person who has seen the question", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    const asks = (name: string, input: Record<string, unknown>) =>
      callsThenSays(name, input, "Done as asked.");
    daemon = await startTestDaemon({
      scripts: {
        run: asks("shell", { command: "touch ran.txt" }),
        destroys: asks("shell", { command: "rm -rf build" }),
        "long-command": asks("shell", { command: longCommand }),
        "long-file": asks("write", { path: "long.txt", content: longFile }),
        "small-file": asks("write", { path: "small.txt", content: "a line of a small file\n".repeat(19) }),
        "wide-file": asks("write", { path: "wide.txt", content: wideFile }),
      },
    });
  });

  /** A session in which that script has asked its question. */
  async function asked(script: string) {
    const { page, id, folder } = await openSessionIn(daemon, { "a.txt": "a\n", "build/x": "x\n" });
    await say(page, `[[${script}]]`);
    const card = conversation(page).locator("[data-approval]");
    await card.waitFor();
    const answers = async () => bodiesOf(await logOf(daemon, id), "approval.resolved");
    return { page, folder, card, answers };
  }

  const allow = (card: Locator) => card.getByRole("button", { name: "Allow once" });
  const focusIn = (card: Locator) => card.evaluate((element) => element.contains(document.activeElement));

  const messageHasFocus = (page: Page) =>
    page.getByRole("textbox", { name: "Message" }).evaluate((element) => element === document.activeElement);

  it("a sentence typed while the question appears stays in the message field", async () => {
    const { page, id } = await openSessionIn(daemon, { "a.txt": "a\n" });
    await say(page, "[[run]]");
    const sentence = "stop and add tests at once, dear model; as said, all day, and so on and so forth";
    await page.keyboard.type(sentence, { delay: 40 });
    const card = conversation(page).locator("[data-approval]");
    await card.waitFor();
    expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe(sentence);
    expect(await focusIn(card)).toBe(false);
    expect(bodiesOf(await logOf(daemon, id), "approval.resolved")).toEqual([]);
  });

  it("letters typed where nothing has the focus answer nothing, however late", async () => {
    const { page, card, answers } = await asked("run");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.waitForTimeout(1_300);
    await page.keyboard.type("as said, all day", { delay: 60 });
    await page.keyboard.press("Enter");
    expect(await focusIn(card)).toBe(false);
    expect(await answers()).toEqual([]);
  });

  it("with the focus on the question, a letter in the middle of a word is none, and says so", async () => {
    const { page, card, answers } = await asked("run");
    await page.keyboard.press("Alt+KeyA");
    await pressAtOnce(page, ..."mad");
    await card.getByText("That key came too soon to count as an answer").waitFor();
    expect(await answers()).toEqual([]);
    await page.waitForTimeout(700);
    await page.keyboard.press("a");
    await turnsEnded(page, 1);
    expect(await answers()).toMatchObject([{ decision: "allowed", scope: "once" }]);
  });

  it("shows its keys only while they work", async () => {
    const { page, card } = await asked("run");
    const key = card.locator("span[aria-hidden]", { hasText: /^a$/ });
    expect(await key.isVisible()).toBe(false);
    await page.keyboard.press("Alt+KeyA");
    await expect.poll(() => key.isVisible()).toBe(true);
    await card.getByRole("button", { name: "Deny with a reason" }).click();
    await card.getByLabel(/^Reason/).focus();
    await expect.poll(() => key.isVisible()).toBe(false);
  });

  it("what may destroy wants a pointer or a whole word: no letter and no Enter", async () => {
    const { page, folder, card, answers } = await asked("destroys");
    await page.keyboard.press("Alt+KeyA");
    for (const key of ["a", "s", "y"]) {
      await page.waitForTimeout(700);
      await page.keyboard.press(key);
    }
    await allow(card).focus();
    await page.waitForTimeout(700);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    expect(await answers()).toEqual([]);
    expect(await card.getByRole("button", { name: /all session/ }).count()).toBe(0);
    await page.keyboard.press("Control+KeyA");
    for (const word of ["al", "yes", "allowed"]) {
      await card.getByLabel(/^With the keyboard/).fill(word);
      await page.keyboard.press("Enter");
    }
    expect(await answers()).toEqual([]);
    expect(existsSync(join(folder, "build"))).toBe(true);
    await card.getByLabel(/^With the keyboard/).fill("allow");
    await page.keyboard.press("Enter");
    await turnsEnded(page, 1);
    expect(await answers()).toMatchObject([{ decision: "allowed", scope: "once" }]);
    expect(existsSync(join(folder, "build"))).toBe(false);
  });

  it.each([
    ["a long command", "long-command", 800],
    ["a long diff", "long-file", 5_000],
    ["one line that ends far to the right", "wide-file", 300],
  ])("%s can be allowed only when all of it was on the screen", async (_, script, atLeast) => {
    const { page, card, answers } = await asked(script);
    const frame = card.locator("figure");
    const height = await frame.evaluate((element) => element.scrollHeight);
    expect(height).toBeGreaterThan(atLeast);
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await allow(card).isDisabled()).toBe(true);
    // A jump to the end leaves the middle unseen.
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.waitForTimeout(500);
    if (height > 1_200) expect(await allow(card).isDisabled()).toBe(true);
    await page.keyboard.press("Alt+KeyA");
    await page.waitForTimeout(700);
    if (height > 1_200) {
      await page.keyboard.press("a");
      expect(await answers()).toEqual([]);
    }
    await readOn(page, card);
    await allow(card).click();
    await turnsEnded(page, 1);
    expect(await answers()).toMatchObject([{ decision: "allowed" }]);
  });

  it.each([
    [1440, 900],
    [900, 800],
  ])(
    "a change of 19 lines is whole on a screen of %i × %i after a reload, and Alt A reaches it",
    async (width, height) => {
      const { page, card, answers } = await asked("small-file");
      await page.setViewportSize({ width, height });
      await page.reload();
      await card.waitFor();
      await expect.poll(() => allow(card).isEnabled()).toBe(true);
      const { above, below, cut } = await card.evaluate((element) => {
        const scroller = element.closest(".overflow-y-auto")?.getBoundingClientRect();
        const figure = element.querySelector("figure");
        const answers = element.querySelector("[data-answers]");
        return {
          above: (scroller?.top ?? 0) - (figure?.getBoundingClientRect().top ?? 0),
          below: (answers?.getBoundingClientRect().bottom ?? 0) - (scroller?.bottom ?? 0),
          cut: (figure?.scrollHeight ?? 0) - (figure?.clientHeight ?? 0),
        };
      });
      expect(above).toBeLessThanOrEqual(0);
      expect(below).toBeLessThanOrEqual(0);
      expect(cut).toBe(0);
      await card.getByText("answers by keyboard").waitFor();
      await page.keyboard.press("Alt+KeyA");
      await page.waitForTimeout(answerArmMs + 50);
      await page.keyboard.press("a");
      await turnsEnded(page, 1);
      expect(await answers()).toMatchObject([{ decision: "allowed" }]);
    },
  );

  it("a long change can be skipped to its end, and says how much of it was not shown", async () => {
    const { page, card, answers } = await asked("long-file");
    expect(await allow(card).isDisabled()).toBe(true);
    await card.getByRole("button", { name: "Skip to the end" }).click();
    await card.getByText(/^You skipped \d+ of \d+ lines\.$/).waitFor();
    await allow(card).click();
    await turnsEnded(page, 1);
    expect(await answers()).toMatchObject([{ decision: "allowed" }]);
  });

  it("what may destroy is never skipped", async () => {
    const { card } = await asked("destroys");
    await card.getByRole("button", { name: "Deny", exact: true }).waitFor();
    expect(await card.getByRole("button", { name: "Skip to the end" }).count()).toBe(0);
  });

  it("is read to its end and answered by the keyboard alone, however little room is left", async () => {
    const { page, card, answers } = await asked("long-file");
    // Higher than the room for it, as above many words that wait.
    await card.locator("figure").evaluate((element) => {
      element.style.maxHeight = "120dvh";
    });
    const next = card.getByRole("button", { name: "Show the next part" });
    await next.focus();
    for (let parts = 0; (await next.count()) > 0; parts++) {
      expect(parts).toBeLessThan(150);
      await page.keyboard.press("Enter");
      await page.waitForTimeout(60);
    }
    expect(await focusIn(card)).toBe(true);
    await page.waitForTimeout(700);
    await page.keyboard.press("a");
    await turnsEnded(page, 1);
    expect(await answers()).toMatchObject([{ decision: "allowed", scope: "once" }]);
    await expect.poll(() => messageHasFocus(page)).toBe(true);
  });

  it("a session that was just started, and one that was just answered, take words at once", async () => {
    const { page } = await openSessionIn(daemon, { "a.txt": "a\n" });
    await expect.poll(() => messageHasFocus(page)).toBe(true);
    await say(page, "[[run]]");
    await conversation(page)
      .locator("[data-approval]")
      .getByRole("button", { name: "Deny", exact: true })
      .click();
    await turnsEnded(page, 1);
    await expect.poll(() => messageHasFocus(page)).toBe(true);
  });

  it("docks while its buttons are out of sight, and what was read there is read", async () => {
    const { page, card, dock } = await docked("long-command", { width: 1440, height: 420 });
    await readOn(page, dock);
    await page.getByRole("button", { name: "Show in the conversation" }).click();
    await dock.waitFor({ state: "detached" });
    await expect.poll(() => allow(card).isDisabled()).toBe(false);
    await card.getByRole("button", { name: "Deny", exact: true }).click();
  });

  it.each([
    [1440, "long-file"],
    [900, "long-command"],
    [360, "long-file"],
    [360, "destroys"],
  ])("the dock takes six lines at most: %i px wide, %s", async (width, script) => {
    const { dock } = await docked(script, { width, height: 420 });
    const { height, line } = await dock.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      // Buttons are the highest thing that stands in one.
      line: element.querySelector("[data-answers] button")?.getBoundingClientRect().height ?? 0,
    }));
    expect(height).toBeLessThanOrEqual(6 * line);
    expect(await dock.getByRole("button", { name: "Deny", exact: true }).isVisible()).toBe(true);
  });

  /** The question's card in the conversation, away from the screen, and the dock that stands for it. */
  async function docked(script: string, size: { width: number; height: number }) {
    const before = await asked(script);
    await before.page.setViewportSize(size);
    await conversation(before.page).evaluate((element) => element.parentElement?.scrollTo(0, 0));
    await conversation(before.page).hover({ position: { x: 5, y: 5 } });
    await before.page.mouse.wheel(0, -4_000);
    const dock = before.page.locator('[data-approval="docked"]');
    await dock.waitFor();
    return { ...before, dock };
  }

  /** Brings one part after the other onto the screen, as the button beside the question does. */
  async function readOn(page: Page, card: Locator): Promise<void> {
    const next = card.getByRole("button", { name: "Show the next part" });
    for (let parts = 0; await allow(card).isDisabled(); parts++) {
      expect(parts).toBeLessThan(150);
      await next.click({ timeout: 1_000 }).catch(() => undefined);
      await page.waitForTimeout(30);
    }
  }
});
