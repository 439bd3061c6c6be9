import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { writeLog } from "../../packages/store/test/measure-log.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { conversation, openConsole, showFirst } from "./open-console.ts";

const id = "s00000001";
const events = 100_000;
/** The fixture's turns have a hundred events each. */
const lastTurn = events / 100 - 1;

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("a session of 100,000 events", () => {
  let daemon: TestDaemon;
  let log: string;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: {} });
    log = join(daemon.dataFolder, "sessions", `${id}.jsonl`);
    await writeLog(log, events);
    // It is read whole once; a checkpoint stands beside it from its first close on.
    await daemon.client.call("readTail", { params: { id } });
  }, 120_000);

  const rows = (page: Page) => conversation(page).locator("[data-row]");
  const earlier = (page: Page) => page.getByRole("button", { name: /^Show .* earlier/ });
  const said = (page: Page, turn: number) => rows(page).getByText(`go on, t${turn}`, { exact: true });

  async function heapOf(session: CDPSession): Promise<number> {
    await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  }

  async function opened(address = `#/sessions/${id}`) {
    const page = await openConsole(daemon);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const asked = new Set<string>();
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (request.url.includes("/api/")) asked.add(requestId);
    });
    let bytes = 0;
    session.on("Network.dataReceived", ({ requestId, dataLength }) => {
      if (asked.has(requestId)) bytes += dataLength;
    });
    const before = await heapOf(session);
    const begun = performance.now();
    await page.goto(`${daemon.url}/${address}`);
    return { page, session, before, begun, received: () => bytes };
  }

  it("opens with its end: less than a hundredth of its log comes over the wire", async () => {
    const { page, session, before, begun, received } = await opened();
    await said(page, lastTurn).waitFor();
    const ms = Math.round(performance.now() - begun);
    const bytes = received();
    const heap = (await heapOf(session)) - before;
    const whole = (await readFile(log)).length;
    console.log(`first load: ${bytes} bytes of ${whole}, ${ms} ms, heap +${(heap / 1e6).toFixed(1)} MB`);
    expect(bytes).toBeLessThan(whole / 100);
    expect(heap).toBeLessThan(16_000_000);
    // What looks through the whole session brings it then.
    const later = performance.now();
    await page.keyboard.press("Control+f");
    await page.getByRole("searchbox", { name: "Find in this session" }).fill("go on, t17");
    await page
      .getByRole("status")
      .filter({ hasText: /^11 of 11$/ })
      .waitFor();
    const all = (await heapOf(session)) - before;
    console.log(
      `all of it: ${received() - bytes} bytes, ${Math.round(performance.now() - later)} ms, heap +${(all / 1e6).toFixed(1)} MB`,
    );
    await said(page, 179).waitFor();
    expect(await rows(page).count()).toBeLessThan(1_000);
    await page.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("button", { name: /^Show .* later entries/ }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(500);
    await conversation(page).getByRole("button", { name: "Newest" }).click();
    await said(page, lastTurn).waitFor();
  });

  it("brings what is earlier when a reader scrolls up, and keeps the place", async () => {
    const { page } = await opened();
    await said(page, lastTurn).waitFor();
    for (let times = 0; times < 3; times++) {
      // What the last round asked the daemon for would move the place in the middle of this one.
      await expect.poll(() => earlier(page).getAttribute("aria-busy")).toBe("false");
      const first = await rows(page).first().getAttribute("data-row");
      const row = conversation(page).locator(`[data-row="${first}"]`);
      await conversation(page).evaluate((section) => section.parentElement?.scrollTo(0, 200));
      // Measured in the same task: a row that is drawn late, above the screen, moves the scroller.
      const before = await row.evaluate((element) => {
        element.closest(".overflow-y-auto")?.scrollTo(0, 20);
        return element.getBoundingClientRect().top;
      });
      await expect.poll(() => rows(page).first().getAttribute("data-row")).not.toBe(first);
      const after = await row.boundingBox();
      expect(Math.abs((after?.y ?? 0) - before)).toBeLessThan(3);
    }
    expect(await rows(page).count()).toBeGreaterThan(500);
  });

  it("brings it by the keyboard as well, and the focus stays on the button", async () => {
    const { page } = await opened();
    await said(page, lastTurn).waitFor();
    for (let times = 0; times < 3; times++) {
      const first = await rows(page).first().getAttribute("data-row");
      await earlier(page).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => rows(page).first().getAttribute("data-row")).not.toBe(first);
      expect(await earlier(page).evaluate((button) => button === document.activeElement)).toBe(true);
    }
  });

  it("is opened at an early event, and stands there", async () => {
    const { page } = await opened(`#/sessions/${id}/at/90002`);
    await said(page, 900).waitFor();
    const place = said(page, 900);
    await expect.poll(() => place.evaluate((element) => element.closest(".found") !== null)).toBe(true);
    await expect.poll(async () => (await place.boundingBox())?.y ?? -1).toBeGreaterThan(0);
    expect((await place.boundingBox())?.y).toBeLessThan(900);
  });

  it("goes on from its end, and a short session comes whole to its first words", async () => {
    const { page } = await opened();
    await said(page, lastTurn).waitFor();
    await daemon.client.call("sendOp", {
      params: { id },
      body: { type: "set-title", title: "a very long walk", opId: "op-title" },
    });
    await page.getByRole("heading", { name: "a very long walk" }).first().waitFor();
    await writeLog(join(daemon.dataFolder, "sessions", "s00000002.jsonl"), 1_500, "s00000002");
    await page.goto(`${daemon.url}/#/sessions/s00000002`);
    await said(page, 14).waitFor();
    await showFirst(page);
    await said(page, 0).waitFor();
  });
});
