import { mkdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { openConsole, say, turnsEnded } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;

/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");

const messageField = (page: Page) => page.getByRole("textbox", { name: /^(Message|消息)$/ });
const folderField = (page: Page) => page.getByRole("combobox", { name: /^(Folder|文件夹)$/ });
const hasFocus = (page: Page) => messageField(page).evaluate((field) => field === document.activeElement);

describe.skipIf(missing)("the start page", () => {
  let daemon: TestDaemon;
  let home = "";
  beforeAll(async () => {
    mkdirSync(output, { recursive: true });
    const place = await realpath(await mkdtemp(join(tmpdir(), "kestrel-start-page-")));
    home = join(place, "home");
    await mkdir(home);
    daemon = await startTestDaemon({
      scripts: standardScripts,
      environment: { PATH: process.env.PATH ?? "", HOME: home, KESTREL_ENGINE_PATH: testEngine ?? "" },
    });
  });
  afterAll(() => rm(join(home, ".."), { recursive: true, force: true }));
  const sessions = async () => (await daemon.client.call("listSessions")).sessions;
  const project = async () => realpath(await mkdtemp(join(daemon.folder, "project-")));

  it.each([1440, 360])("is not pressed through a menu that lies open above it, at %i px", async (width) => {
    const hasTouch = width < 500;
    const page = await openConsole(daemon, { viewport: { width, height: 900 }, hasTouch });
    const task = page.getByRole("button", { name: /^List the files|^Explain this project/ });
    await task.waitFor();
    const open = page.locator("[popover]:popover-open");
    for (const opener of [page.getByRole("button", { name: /^Model/ }), folderField(page)]) {
      await opener.click();
      await open.waitFor();
      const { x, y, free } = await task.evaluate((element) => {
        const menu = document.querySelector("[popover]:popover-open")?.getBoundingClientRect();
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const at = { x: left + 8, y: top + 8 };
        const isBeside = (x: number, y: number) =>
          !menu || x < menu.left || x > menu.right || y < menu.top || y > menu.bottom;
        const corners = [at, { x: right - 8, y: top + 8 }, { x: left + 8, y: bottom - 8 }];
        const beside = corners.find((corner) => isBeside(corner.x, corner.y));
        return { ...(beside ?? at), free: beside !== undefined };
      });
      expect(free).toBe(true);
      await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await open.waitFor({ state: "detached" });
    }
    expect(await sessions()).toEqual([]);
    expect(await task.isEnabled()).toBe(true);
  });

  it("takes the first message at once, in a folder that the keyboard chooses beside it", async () => {
    const folder = await project();
    const page = await openConsole(daemon);
    await page.getByRole("heading", { name: "An agent for your files, on your own machine" }).waitFor();
    expect(await folderField(page).textContent()).toBe("Sample project");
    await page.getByRole("button", { name: /^List the files|^Explain this project/ }).waitFor();
    await expect.poll(() => hasFocus(page)).toBe(true);
    await page.keyboard.type("[[plain]] from the start page");

    // The words follow into a folder that is not listed yet.
    await folderField(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByLabel("Another folder").fill(folder);
    await page.keyboard.press("Enter");
    await expect.poll(() => folderField(page).textContent()).toBe(folder.split("/").at(-1));
    expect(await messageField(page).inputValue()).toBe("[[plain]] from the start page");
    await page.reload();
    await expect.poll(() => folderField(page).textContent()).toBe(folder.split("/").at(-1));
    expect(await messageField(page).inputValue()).toBe("[[plain]] from the start page");
    expect(await sessions()).toEqual([]);
    await messageField(page).press("Enter");
    await turnsEnded(page, 1);
    expect(await sessions()).toMatchObject([{ workspace: folder, title: "[[plain]] from the start page" }]);

    // The folder that was used last is the next one's; a mode and words stay where another one is chosen.
    await page.getByRole("link", { name: "Kestrel", exact: true }).click();
    await expect.poll(() => folderField(page).textContent()).toBe(folder.split("/").at(-1));
    expect(await messageField(page).inputValue()).toBe("");
    await messageField(page).fill("[[plain]] in the sample");
    await page.getByRole("combobox", { name: "Mode" }).focus();
    await page.keyboard.type("Plan");
    await page.keyboard.press("Enter");
    await page.locator("p[data-mode=plan]").waitFor();
    await folderField(page).focus();
    await page.keyboard.type("Sample");
    await page.keyboard.press("Enter");
    await expect.poll(() => folderField(page).textContent()).toBe("Sample project");
    await page.locator("p[data-mode=plan]").waitFor();
    await messageField(page).press("Enter");
    await turnsEnded(page, 1);
    const { workspaces } = await daemon.client.call("status");
    const sample = workspaces.find(({ kind }) => kind === "playground")?.path;
    expect((await sessions())[0]).toMatchObject({ workspace: sample });
    expect(await page.getByRole("combobox", { name: "Mode" }).textContent()).toBe("Plan");
  });

  it("asks once more before the first message works in the home folder", async () => {
    await daemon.client.call("openSession", { body: { workspace: home, confirm: true } });
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/draft/${encodeURIComponent(home)}`);
    await say(page, "[[plain]] at home");
    const meant = page.getByRole("button", { name: `Use ${home} anyway` });
    await meant.waitFor();
    expect(await messageField(page).inputValue()).toBe("[[plain]] at home");
    await meant.click();
    await turnsEnded(page, 1);
    expect((await sessions())[0]).toMatchObject({ workspace: home, title: "[[plain]] at home" });
    await page.getByRole("link", { name: "Kestrel", exact: true }).click();
    await expect.poll(() => folderField(page).textContent()).toBe("home");
    expect(await messageField(page).inputValue()).toBe("");
  });

  const looks = ([1440, 360] as const).flatMap((width) =>
    (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
  );
  it.each(looks)("is easy to use at $width in $colorScheme", async ({ width, colorScheme }) => {
    for (const locale of ["en-US", "zh-CN"]) {
      // Only the checker is let past the policy; the page is the same.
      const page = await openConsole(daemon, {
        viewport: { width, height: 900 },
        ...{ colorScheme, locale, reducedMotion: "reduce", bypassCSP: true },
      });
      await messageField(page).waitFor();
      await page.evaluate(() => document.fonts.ready);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
      await page.screenshot({ path: join(output, `home-${width}-${colorScheme}-${locale}.png`) });
      await folderField(page).click();
      await page.getByRole("option").first().waitFor();
      await page.screenshot({ path: join(output, `home-folders-${width}-${colorScheme}-${locale}.png`) });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
    }
  });

  it("talks without a folder", async () => {
    const page = await openConsole(daemon);
    await page.getByRole("button", { name: /^List the files|^Explain this project/ }).waitFor();
    await folderField(page).click();
    await page.getByRole("option", { name: /^No folder/ }).click();
    await expect.poll(() => folderField(page).textContent()).toBe("No folder");
    expect(await messageField(page).getAttribute("placeholder")).toBe("What do you want to talk about?");
    await page.screenshot({ path: join(output, "no-folder.png") });
    await messageField(page).fill("[[plain]] without a folder");
    await messageField(page).press("Enter");
    const folder = async () => (await sessions())[0]?.workspace ?? "";
    await expect.poll(folder).toMatch(/no-folder$/);
    expect(await readdir(await folder())).toEqual([]);
    const list = page.getByRole("navigation", { name: "Sessions" });
    await list.getByRole("heading", { name: "No folder" }).waitFor();
    // It is not among the folders used before.
    const { workspaces } = await daemon.client.call("status");
    expect(workspaces.filter(({ path }) => path.endsWith("no-folder"))).toMatchObject([{ kind: "none" }]);
  });
});
