import { mkdtemp } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, openConsole, say, showSession, turnsEnded, wordsOf } from "./open-console.ts";

const folderField = (page: Page) => page.getByRole("combobox", { name: "Folder" });
const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("a session begins with its first message", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts });
  });
  const sessions = async () => (await daemon.client.call("listSessions")).sessions;

  it("a folder that was chosen and left again leaves none behind, and the words wait", async () => {
    const folder = await mkdtemp(join(daemon.folder, "project (100 %) "));
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: "New session" }).first().click();
    await choose(folderField(page), { words: "Another folder" });
    await page.getByLabel("Another folder").fill(folder);
    await page.getByRole("button", { name: "Start here" }).click();
    await page.getByRole("heading", { name: "New session" }).waitFor();
    // The field has the focus: what is typed now is for it.
    await page.keyboard.type("[[plain]] begin");
    // What the page promises is what the mode does.
    await page.getByText("Asks before each change").waitFor();
    await choose(page.getByRole("combobox", { name: "Mode" }), "auto");
    await page.getByText("runs commands without asking inside an active sandbox").waitFor();
    await choose(page.getByRole("combobox", { name: "Mode" }), "plan");
    await page.locator("p[data-mode=plan]").getByText("Reads only.").waitFor();
    expect(await wordsOf(page.locator("p[data-mode]"))).not.toContain("Asks before");
    await page.getByRole("link", { name: "Settings" }).click();
    await page.goBack();
    await page.reload();
    expect(await sessions()).toEqual([]);
    const field = page.getByRole("textbox", { name: "Message" });
    expect(await field.inputValue()).toBe("[[plain]] begin");

    await choose(page.getByRole("combobox", { name: "Mode" }), "plan");
    await field.press("Enter");
    await turnsEnded(page, 1);
    const [session, ...more] = await sessions();
    expect(more).toEqual([]);
    expect(session).toMatchObject({ workspace: folder, title: "[[plain]] begin" });
    expect(page.url()).toContain(`#/sessions/${session?.id}`);
    expect(await page.getByRole("combobox", { name: "Mode" }).textContent()).toBe("Plan");
    // And the next words follow without a click.
    await page.keyboard.type("[[plain]] again");
    await page.keyboard.press("Enter");
    await turnsEnded(page, 2);
    // The next one begins in the folder that was used last, and asks for none.
    await page.getByRole("heading", { name: "[[plain]] begin" }).waitFor();
    await page.keyboard.press("Alt+n");
    await page.getByRole("heading", { name: "New session" }).waitFor();
    expect(await folderField(page).getAttribute("title")).toBe(folder);
    expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("");
    expect(await sessions()).toHaveLength(1);
  });

  it("a folder is chosen from those of the machine", async () => {
    const page = await openConsole(daemon);
    await page.route("**/api/v1/folders*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.getByRole("link", { name: "New session" }).first().click();
    await choose(folderField(page), { words: "Another folder" });
    const field = page.getByLabel("Another folder");
    const picker = page.getByRole("region", { name: "Folders" });
    const here = picker.locator("p").first();
    // It begins at what was written, and above it where that is half a name.
    for (const written of [daemon.workspace, `${daemon.workspace}/ha`]) {
      await field.fill(written);
      await page.getByRole("button", { name: "Choose" }).click();
      await expect.poll(() => here.textContent()).toBe(daemon.workspace);
      await page.getByRole("button", { name: "Choose" }).click();
    }
    await field.fill("");
    await page.getByRole("button", { name: "Choose" }).click();
    // It looks into a folder for as long as that takes.
    await picker.getByRole("button", { name: "Use this folder" }).waitFor();
    const before = (await here.textContent()) ?? "";
    await picker.getByRole("button", { name: "One folder up" }).click();
    const chosen = dirname(before);
    await expect.poll(() => here.textContent()).toBe(chosen);
    await picker.getByRole("button", { name: "Use this folder" }).click();
    expect(await field.inputValue()).toBe(chosen);
    await picker.waitFor({ state: "detached" });
  });

  it("one that continues another is made with its first message too, and shows its parent", async () => {
    const parent = await openTestSession(daemon);
    await parent.turn("[[plain]] the parent");
    const before = (await sessions()).length;
    const page = await openConsole(daemon);
    await showSession(page, parent.id);
    await turnsEnded(page, 1);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Continue in a new");
    await page.keyboard.press("Enter");
    const link = conversation(page).getByRole("link", { name: "Continues an earlier session" });
    await link.waitFor();
    expect(await sessions()).toHaveLength(before);
    await say(page, "[[plain]] the child");
    await turnsEnded(page, 1);
    await link.waitFor();
    expect(await wordsOf(conversation(page))).toContain("with this summary");
    expect(await sessions()).toHaveLength(before + 1);
    await link.click();
    await conversation(page).getByText("[[plain]] the parent", { exact: true }).waitFor();
  });

  it("how its words are drawn is chosen beforehand and changed later, and the server's own values are shown", async () => {
    const folder = await mkdtemp(join(daemon.folder, "drawn-"));
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/draft/${encodeURIComponent(folder)}`);
    const menu = page.getByRole("button", { name: /^Model:/ });
    await menu.click();
    await page.getByText("Sampling in this session").click();
    const temperature = page.getByLabel("temperature");
    const { engine } = await daemon.client.call("status");
    expect(await page.getByLabel("top_k").getAttribute("placeholder")).toBe(
      String(engine.model?.sampling?.top_k),
    );
    await temperature.fill("hot");
    expect(await temperature.getAttribute("aria-invalid")).toBe("true");
    await temperature.fill("0.25");
    await temperature.press("Enter");
    await page.getByText("This session: temperature 0.25").waitFor();
    await page.keyboard.press("Escape");
    await say(page, "[[plain]] drawn");
    await turnsEnded(page, 1);
    const id = page.url().split("/").at(-1) ?? "";
    const bodies = async () =>
      (await daemon.client.call("readLog", { params: { id } })).events.map(({ body }) => body);
    expect((await bodies())[0]).toMatchObject({ sampling: { temperature: 0.25 } });
    await menu.click();
    await page.getByText("This session: temperature 0.25").click();
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.getByText("Sampling in this session").waitFor();
    expect((await bodies()).at(-1)).toMatchObject({ type: "sampling.set", sampling: {} });
    const precise = page.getByRole("button", { name: "Precise" });
    await precise.click();
    await page.getByText("This session: temperature 0.2, top_p 0.9").waitFor();
    await expect.poll(() => precise.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("button", { name: "Creative" }).click();
    await page.getByText("This session: temperature 1, top_p 0.95").waitFor();
    expect(await precise.getAttribute("aria-pressed")).toBe("false");
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.getByText("Sampling in this session").waitFor();
    expect((await bodies()).at(-1)).toMatchObject({ type: "sampling.set", sampling: {} });
  });

  it("a system prompt of one's own is written beforehand, and the first message fixes it", async () => {
    const folder = await mkdtemp(join(daemon.folder, "own-"));
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/draft/${encodeURIComponent(folder)}`);
    const menu = page.getByRole("button", { name: /^Model:/ });
    await menu.click();
    await page.getByText("Your system prompt in this session").click();
    const own = page.getByRole("textbox", { name: "Your system prompt in this session" });
    await own.fill("Answer in verse.");
    await page.getByText("Your system prompt: ~4 tokens").waitFor();
    await page.keyboard.press("Escape");
    await say(page, "[[plain]] in verse");
    await turnsEnded(page, 1);
    const id = page.url().split("/").at(-1) ?? "";
    const [first] = (await daemon.client.call("readLog", { params: { id } })).events;
    expect(first?.body).toMatchObject({
      systemText: "Answer in verse.",
      prefix: { system: expect.stringMatching(/\n\nAnswer in verse\.$/) },
    });
    await menu.click();
    await page.getByText("Your system prompt: ~4 tokens").click();
    await page.getByText("Set it in a new session.").waitFor();
    await page.getByText("Answer in verse.", { exact: true }).waitFor();
    expect(await own.count()).toBe(0);
  });

  it("a folder that went meanwhile is an error where the words are, and the words stay", async () => {
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/draft/${encodeURIComponent("/nowhere/at/all")}`);
    await say(page, "[[plain]] lost?");
    await page.getByRole("alert").filter({ hasText: "/nowhere/at/all" }).waitFor();
    expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("[[plain]] lost?");
  });
});
