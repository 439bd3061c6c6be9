import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon, writeFiles } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { openConsole } from "./open-console.ts";
import { logOf } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("two sessions side by side", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({
      scripts: {
        ...standardScripts,
        sleeps: callsTool("shell", { command: "sleep 120" }),
        "long-command": callsTool("shell", {
          command: Array.from({ length: 400 }, (_, line) => `echo line ${line + 1}`).join("\n"),
        }),
      },
    });
  });

  const column = (page: Page, title: string) => page.getByRole("group", { name: title, exact: true });
  const field = (page: Page, title: string) => column(page, title).getByRole("textbox", { name: "Message" });
  const hasFocus = (page: Page, title: string) =>
    field(page, title).evaluate((element) => element === document.activeElement);

  let pairs = 0;

  /** A session with that title in a folder of its own. */
  async function titled(title: string) {
    const folder = await mkdtemp(join(daemon.folder, "project-"));
    await writeFiles(folder, standardFiles);
    const { session } = await daemon.client.call("openSession", { body: { workspace: folder } });
    const body = { type: "set-title", title, opId: `op-${title.replaceAll(" ", "-")}` } as const;
    await daemon.client.call("sendOp", { params: { id: session.id }, body });
    return session.id;
  }

  /** Two sessions, the newer one on the right; the first one is on the screen. */
  async function twoSessions(page: Page) {
    const [left, right] = [`left ${++pairs}`, `right ${pairs}`];
    const first = await titled(left);
    const second = await titled(right);
    await page.goto(`${daemon.url}/#/sessions/${first}`);
    await page.getByRole("heading", { name: left }).first().waitFor();
    return { first, second, left, right };
  }

  async function besideByRow(page: Page, right: string) {
    const row = page.getByRole("navigation", { name: "Sessions" });
    await row.getByRole("link", { name: new RegExp(`^${right} `) }).hover();
    await row.getByRole("button", { name: `More for “${right}”` }).click();
    await row.getByRole("button", { name: "Open beside" }).click();
    await field(page, right).waitFor();
  }

  it("each ask, answer and stop for themselves; keys are for the one in focus; a reload shows both", async () => {
    const page = await openConsole(daemon);
    const { first, second, left, right } = await twoSessions(page);
    await besideByRow(page, right);
    expect(page.url()).toMatch(new RegExp(`#/sessions/${first}/beside/${second}/focus$`));
    await expect.poll(() => hasFocus(page, right)).toBe(true);

    // Calls are numbered session by session: both ask about the same number at once.
    await field(page, right).fill("[[shell]]");
    await field(page, right).press("Enter");
    await field(page, left).fill("[[edit]]");
    await field(page, left).press("Enter");
    const asked = (title: string) => column(page, title).locator("[data-approval]");
    await asked(right).first().waitFor();
    await asked(left).first().waitFor();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    // A column has to be wide enough itself, not the window.
    const split = column(page, left).getByRole("button", { name: "Side by side" });
    expect(await split.count()).toBe(0);
    await page.setViewportSize({ width: 1920, height: 900 });
    await split.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await split.waitFor({ state: "detached" });
    await page.keyboard.press("Alt+a");
    expect(
      await asked(left)
        .first()
        .evaluate((card) => card.contains(document.activeElement)),
    ).toBe(true);
    await page.keyboard.press("Alt+b");
    await expect.poll(() => hasFocus(page, right)).toBe(true);
    await page.keyboard.press("Alt+a");
    expect(
      await asked(right)
        .first()
        .evaluate((card) => card.contains(document.activeElement)),
    ).toBe(true);
    await column(page, right).getByRole("button", { name: "Deny", exact: true }).first().click();
    await column(page, right).getByText("Denied").first().waitFor();
    expect(bodiesOf(await logOf(daemon, second), "approval.resolved")).toMatchObject([
      { decision: "denied" },
    ]);
    expect(bodiesOf(await logOf(daemon, first), "approval.resolved")).toEqual([]);

    await page.reload();
    await asked(left).first().waitFor();
    await column(page, right).getByText("Denied").first().waitFor();
    await column(page, left).getByRole("button", { name: "Allow once" }).first().click();
    await column(page, left)
      .getByText(/^\d[\d.]* s.* · /)
      .first()
      .waitFor();
  });

  it("stops the turn of the column in focus only, and what is typed in one stays when the other is closed", async () => {
    const page = await openConsole(daemon);
    const { first, second, left, right } = await twoSessions(page);
    await page.keyboard.press("Alt+b");
    await expect.poll(() => hasFocus(page, right)).toBe(true);
    for (const title of [left, right]) {
      await field(page, title).fill("[[sleeps]]");
      await field(page, title).press("Enter");
      await column(page, title).getByRole("button", { name: "Allow once" }).first().click();
      await column(page, title).getByText("Running shell: sleep 120").waitFor();
    }
    await field(page, left).fill("for later");
    await page.keyboard.press("Escape");
    await column(page, left).getByText("Stopped by you.").waitFor();
    expect(await column(page, right).getByText("Running shell: sleep 120").isVisible()).toBe(true);
    expect(bodiesOf(await logOf(daemon, second), "turn.ended")).toEqual([]);
    await column(page, right).getByRole("button", { name: "Close this column" }).click();
    await expect.poll(() => page.url()).toMatch(new RegExp(`#/sessions/${first}$`));
    const only = page.getByRole("textbox", { name: "Message" });
    await expect.poll(() => only.count()).toBe(1);
    expect(await only.inputValue()).toBe("for later");
    // The way back leads to both.
    await page.goBack();
    await column(page, right).getByRole("button", { name: "Stop" }).click();
    await column(page, right).getByText("Stopped by you.").waitFor();
  });

  it("what was added to a message stays when the column before it is closed", async () => {
    const page = await openConsole(daemon);
    const { second, left, right } = await twoSessions(page);
    await besideByRow(page, right);
    const chosen = page.waitForEvent("filechooser");
    await column(page, right).getByRole("button", { name: "Attach files" }).click();
    await (await chosen).setFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("kept words"),
    });
    await column(page, right).getByRole("button", { name: "Remove notes.txt" }).waitFor();
    await field(page, right).fill("[[plain]]");
    await column(page, left).getByRole("button", { name: "Close this column" }).click();
    await expect.poll(() => page.url()).toMatch(new RegExp(`#/sessions/${second}$`));
    await page.getByRole("group", { name: right, exact: true }).waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Remove notes.txt" }).count()).toBe(1);
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
    await page.getByText("this is my plain answer").waitFor();
    expect(JSON.stringify(await logOf(daemon, second))).toContain("kept words");
  });

  it("where there is no room for two one is shown, and the other is a press away with what was typed", async () => {
    const page = await openConsole(daemon, { viewport: { width: 1200, height: 800 } });
    const { left, right } = await twoSessions(page);
    await besideByRow(page, right);
    await field(page, right).fill("half a thought");
    await field(page, left).fill("another half");
    await page.setViewportSize({ width: 1199, height: 800 });
    await column(page, right).waitFor({ state: "hidden" });
    expect(await field(page, left).isVisible()).toBe(true);
    const strip = page.getByRole("navigation", { name: "Sessions side by side" });
    await strip.getByRole("button", { name: right }).click();
    await field(page, right).waitFor();
    expect(await field(page, right).inputValue()).toBe("half a thought");
    await page.setViewportSize({ width: 360, height: 740 });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.reload();
    await field(page, right).waitFor();
    expect(await field(page, right).inputValue()).toBe("half a thought");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await field(page, left).inputValue()).toBe("another half");
    await page.setViewportSize({ width: 360, height: 740 });
    await strip.getByRole("button", { name: "Close this column" }).click();
    await page.getByRole("heading", { name: left }).first().waitFor();
    expect(await page.getByRole("group", { name: /^(left|right) / }).count()).toBe(0);
  });

  it("a question in the column that is not shown is neither seen nor armed", async () => {
    const page = await openConsole(daemon, { viewport: { width: 1100, height: 800 } });
    await page.clock.install();
    const { first, second, left, right } = await twoSessions(page);
    await page.goto(`${daemon.url}/#/sessions/${first}/beside/${second}`);
    await field(page, left).waitFor();
    const ask = async (script: string) => {
      const body = { type: "send-message", text: `[[${script}]]`, opId: `op-${script}` } as const;
      await daemon.client.call("sendOp", { params: { id: second }, body });
    };
    const hidden = page.locator(`[role="group"][aria-label="${right}"] [data-approval]`);
    const allow = column(page, right).getByRole("button", { name: "Allow once" }).first();
    const strip = page.getByRole("navigation", { name: "Sessions side by side" });
    const show = async (title: string) => {
      await strip.getByRole("button", { name: title }).click();
      await field(page, title).waitFor();
    };

    await ask("shell");
    await hidden.first().waitFor({ state: "attached" });
    // As long as nobody needs to read one line.
    await page.clock.fastForward(10_000);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await show(right);
    expect(await allow.isDisabled()).toBe(true);
    await page.clock.runFor(1_000);
    expect(await allow.isEnabled()).toBe(true);
    // What is pressed to come back may be pressed twice.
    await show(left);
    await show(right);
    expect(await allow.isDisabled()).toBe(true);
    await page.clock.resume();
    await column(page, right).getByRole("button", { name: "Deny", exact: true }).first().click();
    await column(page, right).getByText("Denied").first().waitFor();

    await show(left);
    await ask("long-command");
    await hidden.first().waitFor({ state: "attached" });
    await page.clock.fastForward(10_000);
    await show(right);
    const next = column(page, right).getByRole("button", { name: "Show the next part" }).first();
    await next.waitFor();
    expect(await allow.isDisabled()).toBe(true);
    await expect
      .poll(async () => {
        if (await next.isVisible()) await next.click();
        return allow.isEnabled();
      })
      .toBe(true);
  });

  it("goes to another session in the column in focus, from the list and from the palette", async () => {
    const page = await openConsole(daemon, { locale: "zh-CN" });
    const { first, second, left, right } = await twoSessions(page);
    await page.goto(`${daemon.url}/#/sessions/${first}/beside/${second}`);
    const there = column(page, right).getByRole("textbox", { name: "消息" });
    await there.click();
    const third = await titled("third one");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("textbox").fill("third");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /third one/ })
      .waitFor();
    await page.keyboard.press("Enter");
    await column(page, "third one").waitFor();
    expect(page.url()).toContain(`/sessions/${first}/beside/${third}/focus`);
    await column(page, left).getByRole("textbox", { name: "消息" }).click();
    await page
      .getByRole("navigation", { name: "会话" })
      .getByRole("link", { name: new RegExp(`^${right} `) })
      .click();
    await column(page, right).waitFor();
    expect(page.url()).toMatch(new RegExp(`/sessions/${second}/beside/${third}$`));
  });
});
