import AxeBuilder from "@axe-core/playwright";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { conversation, say, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const content = Array.from(
  { length: 60 },
  (_, line) => `line ${line + 1} of a file that fills more than one screen`,
);

describe.skipIf(testChromium === undefined || testEngine === undefined)("a question on a phone", () => {
  it("keeps its heading in view, has answers as wide as the card, and leaves one line to the message", async () => {
    const daemon = await startTestDaemon({
      scripts: { file: callsThenSays("write", { path: "notes.txt", content: content.join("\n") }, "Done.") },
    });
    const { page, id } = await openSessionIn(
      daemon,
      {},
      {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
      },
    );
    await say(page, "[[file]]");
    const card = conversation(page).locator("[data-approval]");
    const heading = card.getByRole("heading", { name: "Create notes.txt?" });
    await card.getByRole("button", { name: "Deny", exact: true }).waitFor();
    await card.locator("[data-answers]").scrollIntoViewIfNeeded();
    const inView = () =>
      heading.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const scroller = element.closest(".overflow-y-auto")?.getBoundingClientRect();
        return top >= (scroller?.top ?? 0) && bottom <= (scroller?.bottom ?? 0);
      });
    expect(await inView()).toBe(true);
    const widths = await card
      .locator("[data-answers] button")
      .evaluateAll((buttons) =>
        buttons.map((button) => button.clientWidth / (button.parentElement?.clientWidth ?? 1)),
      );
    for (const share of widths) expect(share).toBeGreaterThan(0.98);
    const box = await page.locator(".composer").boundingBox();
    expect(box?.height).toBeLessThanOrEqual(64);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    const next = card.getByRole("button", { name: "Show the next part" });
    const allow = card.getByRole("button", { name: "Allow once" });
    for (let parts = 0; await allow.isDisabled(); parts++) {
      expect(parts).toBeLessThan(100);
      await next.click({ timeout: 1_000 }).catch(() => undefined);
      expect(await inView()).toBe(true);
      await page.waitForTimeout(30);
    }
    await allow.click();
    await turnsEnded(page, 1);
    expect(bodiesOf(await logOf(daemon, id), "approval.resolved")).toMatchObject([{ decision: "allowed" }]);
    // Afterwards the message has its room again.
    await page.getByRole("button", { name: "Attach files" }).waitFor();
  });
});
