import { mkdirSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { conversation, openConsole, say, turnsEnded } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");

const words = {
  "en-US": { beside: "Run beside", unload: "Unload", chip: "loaded beside" },
  "zh-CN": { beside: "同时运行", unload: "卸载", chip: "同时运行中" },
};

const openMenu = async (page: Page) => {
  await page.getByRole("button", { name: /^(Model|模型)/ }).click();
  return page.getByRole("list", { name: /^(Choose a model|选择模型)$/ });
};

describe.skipIf(missing)("a second model on the Models page", () => {
  it.each([
    { colorScheme: "light", locale: "en-US", width: 1440 },
    { colorScheme: "dark", locale: "zh-CN", width: 360 },
  ] as const)(
    "runs beside the first, answers the session that chose it and is unloaded alone, in $colorScheme, $locale at $width",
    async ({ width, ...look }) => {
      mkdirSync(output, { recursive: true });
      const { beside, unload, chip } = words[look.locale];
      const shelf = await realpath(await mkdtemp(join(tmpdir(), "kestrel-shelf-")));
      onTestFinished(() => rm(shelf, { recursive: true, force: true }));
      const second = { who: { says: "I am the second." } };
      await writeScriptedModel(join(shelf, "second-Q8_0.gguf"), second, { name: "second" });
      const config = `[models]\nfolders = [${JSON.stringify(shelf)}]\n`;
      const daemon = await startTestDaemon({ scripts: { who: { says: "I am the first." } }, config });
      const page = await openConsole(daemon, {
        ...look,
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
        bypassCSP: true,
      });
      const picture = (name: string) =>
        page.screenshot({
          path: join(output, `models-beside-${name}-${width}-${look.colorScheme}-${look.locale}.png`),
        });
      await page.goto(`${daemon.url}/#/engine`);
      const row = page.locator("details").filter({ hasText: "second-Q8_0" }).first();
      await row.locator("summary").first().click();
      await row.getByRole("button", { name: beside }).scrollIntoViewIfNeeded();
      await picture("row");
      await row.getByRole("button", { name: beside }).click();
      await row.getByText(chip, { exact: true }).waitFor();
      const card = page.getByRole("article").filter({ hasText: "second" });
      await card.getByText(/^(ready|就绪)$/).waitFor();
      await card.scrollIntoViewIfNeeded();
      await picture("page");
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);

      await page.goto(`${daemon.url}/#/new`);
      await page.goto(`${daemon.url}/#/`);
      const list = await openMenu(page);
      await list.getByRole("button", { name: /second/ }).click();
      await list.getByRole("button", { name: /second/, pressed: true }).waitFor();
      await picture("menu");
      await page.keyboard.press("Escape");
      await say(page, "[[who]]");
      await turnsEnded(page, 1);
      await conversation(page).getByText("I am the second.").waitFor();
      await page.getByRole("button", { name: /^(Model|模型).*second/ }).waitFor();
      await picture("session");
      const engines = async () =>
        (await daemon.client.call("listEngines")).engines.map(({ status }) => status.state);
      expect(await engines()).toEqual([expect.stringMatching(/ready|stopped/), "ready"]);

      // Back to the main one in the same session.
      const choices = await openMenu(page);
      const main = (await daemon.client.call("listChoices")).models.find(({ inUse }) => inUse);
      await choices
        .getByRole("button", { name: main?.label ?? "", pressed: false })
        .first()
        .click();
      await page.keyboard.press("Escape");
      await say(page, "[[who]]");
      await turnsEnded(page, 2);
      await conversation(page).getByText("I am the first.").waitFor();

      await page.goto(`${daemon.url}/#/engine`);
      await page.getByRole("article").getByRole("button", { name: unload }).click();
      await page.getByRole("article").waitFor({ state: "detached" });
      expect(await engines()).toEqual(["ready"]);
    },
  );
});
