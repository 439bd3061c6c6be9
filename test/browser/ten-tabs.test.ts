import type { Page, Request } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole, say, turnsEnded } from "./open-console.ts";
import { logOf, newSessionIn, openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("ten tabs of one browser", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({
      scripts: { ...standardScripts, sleeps: callsTool("shell", { command: "sleep 120" }) },
    });
  });

  /** The streams of a browser that are open. */
  function streamsOf(page: Page): () => number {
    const open = new Set<Request>();
    page.context().on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/v1/events") open.add(request);
    });
    page.context().on("requestfinished", (request) => open.delete(request));
    page.context().on("requestfailed", (request) => open.delete(request));
    // A page that is closed takes its requests along without a word.
    return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
  }

  it("share one stream: each shows its own session, the last one loads, Deny and Stop arrive", async () => {
    const first = await openConsole(daemon);
    const streams = streamsOf(first);
    const tabs: { page: Page; id: Awaited<ReturnType<typeof newSessionIn>>["id"] }[] = [];
    const { id } = await newSessionIn(first, daemon, standardFiles);
    tabs.push({ page: first, id });
    for (let more = 1; more < 10; more++) {
      const page = await first.context().newPage();
      await page.goto(daemon.url);
      await page.locator("#main").waitFor();
      tabs.push({ page, id: (await newSessionIn(page, daemon, standardFiles)).id });
    }
    expect(streams()).toBeLessThanOrEqual(1);
    const [asking, busy, idle] = [tabs[8], tabs[9], tabs[3]];
    if (!asking || !busy || !idle) throw new Error("ten tabs");

    await say(asking.page, "[[shell]]");
    await conversation(asking.page).getByRole("button", { name: "Deny", exact: true }).click();
    await turnsEnded(asking.page, 1);
    expect(bodiesOf(await logOf(daemon, asking.id), "approval.resolved")).toMatchObject([
      { decision: "denied" },
    ]);

    await say(busy.page, "[[sleeps]]");
    await conversation(busy.page).getByRole("button", { name: "Allow once" }).click();
    await busy.page.getByText("Running shell: sleep 120").waitFor();
    await busy.page.getByRole("button", { name: "Stop" }).click();
    await conversation(busy.page).getByText("Stopped by you.").waitFor();
    // A tab hears of its own session only.
    expect(await conversation(idle.page).getByText("sleep 120").count()).toBe(0);
    expect(streams()).toBeLessThanOrEqual(1);

    // The tab that held the stream goes; another one takes it up, and nothing was lost or said twice.
    await first.close();
    await say(idle.page, "[[plain]]");
    await turnsEnded(idle.page, 1);
    expect(await conversation(idle.page).getByText("this is my plain answer").count()).toBe(1);
    await expect.poll(streams).toBe(1);
  });

  it("two tabs with one session show the same, also the one that comes late", async () => {
    const { page: early, id } = await openSessionIn(daemon, standardFiles);
    await say(early, "[[read]]");
    await turnsEnded(early, 1);
    const late = await early.context().newPage();
    await late.goto(`${daemon.url}/#/sessions/${id}`);
    await turnsEnded(late, 1);
    await say(late, "[[plain]]");
    for (const page of [early, late]) {
      await turnsEnded(page, 2);
      expect(await conversation(page).getByText("this is my plain answer").count()).toBe(1);
      expect(await conversation(page).locator("details summary", { hasText: "hello.txt" }).count()).toBe(1);
    }
  });
});
