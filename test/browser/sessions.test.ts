import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { allowOnce, openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import {
  choose,
  conversation,
  freshPage,
  logIn,
  openConsole,
  say,
  showSession,
  turnsEnded,
  wordsOf,
} from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("sessions and pages", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
  });

  it("nobody comes in without the link, nor twice with one", async () => {
    const link = await daemon.link();
    const first = await freshPage();
    await first.goto(link);
    await first.getByRole("link", { name: "Kestrel" }).waitFor();
    const second = await freshPage();
    await second.goto(link);
    await second.getByText("That link was already used or has expired.").waitFor();
    const third = await freshPage();
    await third.goto(daemon.url);
    await third.getByRole("heading", { name: "This page needs the key" }).waitFor();
    // What can be typed here, wherever the person's terminal is.
    expect(await wordsOf(third.locator("main code"))).toMatch(/^\$ node \/.*\/kestrel\.cjs open$/);
  });

  it("what was said is found in all sessions, and shown where it stands", async () => {
    const session = await openTestSession(daemon);
    await session.turn("[[plain]] the kingfisher 翠鸟 is blue");
    for (let turn = 0; turn < 8; turn++) await session.turn(`[[plain]] about something else, ${turn}`);
    const page = await openConsole(daemon);
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("翠鸟 kingf");
    const found = page.getByRole("region", { name: "In conversations" });
    await found.getByRole("link", { name: /^you/ }).click();
    const message = conversation(page).getByText("the kingfisher 翠鸟 is blue");
    await message.waitFor();
    await expect.poll(() => message.evaluate((element) => element.closest(".found") !== null)).toBe(true);
    expect(await page.getByRole("button", { name: "New below" }).count()).toBe(0);
    const view = await conversation(page).locator("..").boundingBox();
    const place = await message.boundingBox();
    expect(place?.y).toBeGreaterThan(view?.y ?? Number.NaN);
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("nobody ever said this");
    await found.getByText("Nothing found.").waitFor();
  });

  it("a session is renamed, pinned and archived, and stays so after a reload", async () => {
    const older = await openTestSession(daemon);
    await older.turn("[[plain]] the older one");
    await (await openTestSession(daemon)).turn("[[plain]] the newer one");
    const page = await openConsole(daemon);
    const list = page.getByRole("navigation", { name: "Sessions" });
    const act = async (name: RegExp, word: string) => {
      await list.getByRole("link", { name }).hover();
      await list.getByRole("button", { name: new RegExp(`^More for .*${name.source}`) }).click();
      await list.getByRole("button", { name: word, exact: true }).click();
    };
    await act(/the older one/, "Rename");
    await page.getByRole("textbox", { name: "Title" }).fill("翠鸟 plans");
    await page.getByRole("textbox", { name: "Title" }).press("Enter");
    await act(/翠鸟 plans/, "Tags");
    await page.getByRole("textbox", { name: /^Tags/ }).fill("birds work");
    await page.getByRole("textbox", { name: /^Tags/ }).press("Enter");
    await list.getByRole("link", { name: /翠鸟 plans.*#birds.*#work/ }).waitFor();
    await act(/翠鸟 plans/, "Pin");
    await expect.poll(() => list.getByRole("link").first().textContent()).toContain("翠鸟 plans");
    await act(/the newer one/, "Archive");
    await list.getByRole("link", { name: /the newer one/ }).waitFor({ state: "detached" });
    await page.reload();
    await list.getByRole("button", { name: "Archived (1)" }).click();
    await list.getByRole("link", { name: /the newer one/ }).waitFor();
    await act(/the newer one/, "Take out of the archive");
    await list.getByRole("link", { name: /翠鸟 plans/ }).waitFor();
    expect(await list.getByRole("link").first().textContent()).toContain("翠鸟 plans");
  });

  it("a deleted session comes back with its words", async () => {
    const session = await openTestSession(daemon);
    await session.turn("[[read]] the one to delete");
    const page = await openConsole(daemon);
    await showSession(page, session.id);
    await turnsEnded(page, 1);
    const words = await wordsOf(conversation(page));
    const list = page.getByRole("navigation", { name: "Sessions" });
    const line = list.getByRole("link", { name: /the one to delete/ });
    await line.hover();
    await list.getByRole("button", { name: "Delete “[[read]] the one to delete”" }).click();
    await line.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await line.waitFor();
    await turnsEnded(page, 1);
    expect(await wordsOf(conversation(page))).toBe(words);
  });

  it("a session whose turn is not finished is deleted only after a second word", async () => {
    const { page } = await openSessionIn(daemon, standardFiles);
    await say(page, "[[edit]]");
    await page.getByRole("region", { name: "Change greeting.txt?" }).waitFor();
    const list = page.getByRole("navigation", { name: "Sessions" });
    await list.getByRole("button", { name: "Delete “[[edit]]”" }).click();
    await list.getByText("Its turn is not finished.").waitFor();
    await list.getByRole("button", { name: "Keep", exact: true }).click();
    await page.getByRole("region", { name: "Change greeting.txt?" }).waitFor();
    await list.getByRole("button", { name: "Delete “[[edit]]”" }).click();
    await list.getByRole("button", { name: "Stop and delete" }).click();
    await list.getByRole("link", { name: /\[\[edit\]\]/ }).waitFor({ state: "detached" });
  });

  it("a deleted session is brought back from the settings, after a reload too", async () => {
    const session = await openTestSession(daemon);
    await session.turn("[[plain]] wanted again");
    await daemon.client.call("removeSession", { params: { id: session.id }, body: {} });
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Storage" }).click();
    const deleted = page.getByRole("region", { name: "Deleted sessions" });
    await deleted.getByRole("button", { name: "Restore “[[plain]] wanted again”" }).click();
    await page.getByRole("navigation", { name: "Sessions" }).getByText("wanted again").waitFor();
    await deleted.getByText("wanted again").waitFor({ state: "detached" });
  });

  it("a session that another client deleted leaves the list", async () => {
    const session = await openTestSession(daemon);
    await session.turn("[[plain]] gone from elsewhere");
    const page = await openConsole(daemon);
    const line = page.getByRole("link", { name: /gone from elsewhere/ });
    await line.waitFor();
    await daemon.client.call("removeSession", { params: { id: session.id }, body: {} });
    await line.waitFor({ state: "detached" });
  });

  it("a session that was deleted before the page could hear of it leaves the list", async () => {
    const session = await openTestSession(daemon);
    await session.turn("[[plain]] gone before the stream");
    const page = await freshPage();
    const stream = gate();
    await page.route(/\/api\/v1\/events\?/, async (request) => {
      await stream.opened;
      await request.continue();
    });
    await logIn(page, daemon);
    const line = page.getByRole("link", { name: /gone before the stream/ });
    await line.waitFor();
    await daemon.client.call("removeSession", { params: { id: session.id }, body: {} });
    stream.open();
    await line.waitFor({ state: "detached" });
  });

  it("a list that was read before a session was deleted does not bring it back", async () => {
    const gone = await openTestSession(daemon);
    await gone.turn("[[plain]] gone while the list was read");
    const stays = await openTestSession(daemon);
    await stays.turn("[[plain]] stays in the list");
    const page = await freshPage();
    const read = gate();
    const arrives = gate();
    // The first list arrives late, and no other one after it.
    await page.route(
      /\/api\/v1\/sessions$/,
      async (list) => {
        await page.route(/\/api\/v1\/sessions$/, () => {});
        const response = await list.fetch();
        read.open();
        await arrives.opened;
        await list.fulfill({ response });
      },
      { times: 1 },
    );
    await Promise.all([page.waitForResponse(/\/api\/v1\/events\?/), read.opened, logIn(page, daemon)]);
    await daemon.client.call("removeSession", { params: { id: gone.id }, body: {} });
    const begun = await openTestSession(daemon);
    await begun.turn("[[plain]] began meanwhile");
    const line = (words: RegExp) => page.getByRole("link", { name: words });
    await line(/began meanwhile/).waitFor();
    arrives.open();
    await line(/stays in the list/).waitFor();
    expect(await line(/gone while the list was read/).count()).toBe(0);
    expect(await line(/began meanwhile/).count()).toBe(1);
  });

  it("an address where nothing is says so, and leads home", async () => {
    const page = await openConsole(daemon);
    const nothing = page.getByRole("heading", { name: "Page not found" });
    const noSession = page.getByText("This session does not exist here.");
    for (const [address, words] of [
      ["#/nowhere", page.getByText("Kestrel has no page at this address.")],
      ["#/sessions/s0000000000", noSession],
      ["#/sessions/s0000000000/replay", noSession],
      ["#/sessions/s0000000000/crew", noSession],
    ] as const) {
      await page.goto(`${daemon.url}/${address}`);
      await nothing.waitFor();
      await words.waitFor();
      await page.getByRole("link", { name: "To the start page" }).click();
      await page.getByRole("heading", { name: "An agent for your files, on your own machine" }).waitFor();
    }
  });

  it("the past can be walked through, event by event, and changes nothing", async () => {
    const session = await openTestSession(daemon);
    await session.turn("[[edit]]", allowOnce);
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/sessions/${session.id}/replay`);
    const track = page.getByRole("slider", { name: "Position" });
    const total = session.events.length;
    await expect.poll(() => track.getAttribute("max")).toBe(String(total));
    await track.focus();
    await page.keyboard.press("Home");
    await page.getByText(`Event 0 of ${total}`).waitFor();
    expect(await wordsOf(conversation(page))).toBe("");
    await page.keyboard.press("End");
    await page.getByText(`Event ${total} of ${total}`).waitFor();
    await conversation(page).getByText("The greeting now says good evening.").waitFor();
    const asked = session.events.findIndex(({ body }) => body.type === "approval.requested") + 1;
    await track.fill(String(asked));
    const card = page.getByRole("region", { name: "Change greeting.txt?" });
    await card.waitFor();
    expect(await card.getByRole("button", { name: "Allow once" }).count()).toBe(0);
    await page.getByRole("link", { name: "Back to now" }).click();
    await turnsEnded(page, 1);
    const { events } = await daemon.client.call("readLog", { params: { id: session.id } });
    expect(events).toHaveLength(total);
  });

  it("the settings say where each value comes from, and a chosen language stays", async () => {
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: "Settings" }).click();
    const search = page.getByRole("searchbox", { name: /settings/ });
    await search.fill("model.path");
    const row = page.getByRole("listitem").filter({ hasText: "model.path" });
    expect(await wordsOf(row)).toContain("loadout");
    await search.fill("");
    await choose(page.getByRole("combobox", { name: "Language" }), "zh-CN");
    await page.getByRole("heading", { name: "设置" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "设置" }).waitFor();
  });

  it("the engine page tells what runs", async () => {
    const session = await openTestSession(daemon);
    await session.turn("[[plain]]");
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: /^Models/ }).click();
    const main = page.getByRole("main");
    await main.getByText("ready").first().waitFor();
    expect(await wordsOf(main)).toContain("--jinja");
    expect(await wordsOf(main)).toContain("8,192 tokens");
  });
});

/** What waits for `opened` goes on when somebody calls `open`. */
function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
