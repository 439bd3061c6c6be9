import { beforeAll, describe, expect, it } from "vitest";
import { pauseInReply } from "../daemon/pause-engine.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { followTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, logIn, openConsole, say, turnsEnded, wordsOf } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";
import { firstOfTale, lastOfTale, tale } from "./tale.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("a page that comes and goes", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: { ...standardScripts, tale } });
  });

  it("shows after a reload in the middle of a turn what an undisturbed tab shows", async () => {
    const { page, id } = await openSessionIn(daemon, standardFiles);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await conversation(other).waitFor();
    const paused = pauseInReply(daemon, followTestSession(daemon, id));
    await say(page, "[[tale]]");
    const resume = await paused;
    await conversation(page).getByText(firstOfTale).waitFor();
    await page.reload();
    await conversation(page).getByText(firstOfTale).waitFor();
    // The engine stands still: both have heard all there is.
    await expect.poll(() => wordsOf(conversation(page))).toBe(await wordsOf(conversation(other)));
    expect(await wordsOf(conversation(page))).not.toContain(lastOfTale);
    resume();
    await turnsEnded(other, 1);
    await turnsEnded(page, 1);
    const words = await wordsOf(conversation(other));
    expect(words).toContain(lastOfTale);
    await expect.poll(() => wordsOf(conversation(page))).toBe(words);
  });

  it("says that the program was renewed where a later part of it is not there any more", async () => {
    const page = await openConsole(daemon, { locale: "zh-CN" });
    const later = /\/assets\/(loadouts|en)-/;
    await page.route(later, (route) => route.fulfill({ status: 404 }));
    const bar = page.getByRole("alert");
    await page.getByRole("link", { name: "方案" }).click();
    await bar.getByText("Kestrel 多半已经更新").waitFor();
    // Another language is such a part too, and leaves the one that is spoken.
    await page.reload();
    await page.goto(`${daemon.url}/#/settings`);
    await choose(page.getByRole("combobox", { name: "语言" }), "en");
    await bar.getByText("Kestrel 多半已经更新").waitFor();
    await page.unroute(later);
    await bar.getByRole("button", { name: "重新加载页面" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    expect(await bar.count()).toBe(0);
    await page.getByRole("link", { name: "Loadouts" }).click();
    await page.getByRole("button", { name: "New loadout" }).waitFor();
  });

  it("still asks after a reload what it asked before", async () => {
    const { page } = await openSessionIn(daemon, standardFiles);
    await say(page, "[[edit]]");
    const card = page.getByRole("region", { name: "Change greeting.txt?" });
    await card.waitFor();
    const question = await wordsOf(card);
    await page.reload();
    await card.waitFor();
    expect(await wordsOf(card)).toBe(question);
    await card.getByRole("button", { name: "Allow once" }).click();
    await turnsEnded(page, 1);
  });

  it("shows the whole session when the daemon was killed and came back, where it was and by itself", async () => {
    const { page, id } = await openSessionIn(daemon, standardFiles);
    await say(page, "[[read]]");
    await turnsEnded(page, 1);
    await say(page, "[[shell]]");
    await page.getByRole("region", { name: "Run this command?" }).waitFor();
    const before = await wordsOf(conversation(page).getByRole("article").first());
    const reply = await wordsOf(conversation(page).getByText("I have read hello.txt; it greets the world."));
    await daemon.kill();
    await page.getByText("Connection to the daemon lost.").waitFor();
    // What it did last is no news of now.
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    const bar = page.getByRole("status").filter({ hasText: "Connection to the daemon lost." });
    expect(await wordsOf(bar)).toMatch(/start it in a terminal: ?\$ node \/.*kestrel\.cjs serve --port \d+/);
    await daemon.start();
    expect(page.url()).toContain(id);
    await turnsEnded(page, 2);
    const words = conversation(page);
    await words.getByText("The turn was interrupted: Kestrel crashed").waitFor();
    expect(await wordsOf(words.getByRole("article").first())).toBe(before);
    expect(await wordsOf(words.getByText("I have read hello.txt; it greets the world."))).toBe(reply);
    expect(await words.getByRole("button", { name: "Allow once" }).count()).toBe(0);
    await say(page, "[[plain]]");
    await turnsEnded(page, 3);
  });

  it("comes back to its place when the browser is let in again, and says until then what to type", async () => {
    const { page, id } = await openSessionIn(daemon, standardFiles);
    await say(page, "[[read]]");
    await turnsEnded(page, 1);
    await daemon.client.call("forgetDevices", { body: {} });
    await page.getByRole("heading", { name: "This page needs the key" }).waitFor();
    expect(await wordsOf(page.locator("main code"))).toMatch(/ open$/);
    const other = await page.context().newPage();
    await logIn(other, daemon);
    await turnsEnded(page, 1);
    expect(page.url()).toContain(id);
  });
});
