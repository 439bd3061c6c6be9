import { existsSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { describe, expect, it } from "vitest";
import { heldServer } from "../daemon/held-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { startScriptedServer } from "../engine/start-scripted-server.ts";
import { testChromium, testEngine } from "../machine.ts";
import { criticAt, criticSays, warning, wipeScripts } from "../models/critic-scripts.ts";
import { output } from "./loadouts.ts";
import { conversation, openConsole, turnsEnded } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;

const words = {
  "en-US": {
    by: /^Opinion of another model \(.+\); you decide$/,
    looking: /still checking/,
    verdict: "dangerous",
    deny: "Deny",
  },
  "zh-CN": { by: /^另一个模型/, looking: /还在检查/, verdict: "危险", deny: "拒绝" },
} as const;

describe.skipIf(missing)("another model's opinion on the card", () => {
  it.each([
    { colorScheme: "dark", locale: "en-US", viewport: { width: 1440, height: 900 } },
    { colorScheme: "light", locale: "zh-CN", viewport: { width: 360, height: 800 } },
  ] as const)(
    "joins in $colorScheme and $locale where its room was kept, and moves no button",
    async (look) => {
      const held = await heldServer((await startScriptedServer(criticSays(warning))).url);
      const daemon = await startTestDaemon({
        scripts: wipeScripts,
        files: { "letters/one.txt": "Dear A.\n" },
        loadout: criticAt(held.url),
      });
      const page = await openConsole(daemon, look);
      const session = await openTestSession(daemon);
      await session.send({ type: "send-message", text: "Tidy up. [[wipe]]" });
      await page.goto(`${daemon.url}/#/sessions/${session.id}`);
      const card = conversation(page).locator("[data-approval]");
      const { by, looking, verdict, deny } = words[look.locale];
      const opinion = card.getByRole("complementary", { name: by });
      await opinion.getByText(looking).waitFor();
      await held.asked;
      const word = card.locator("[data-word]");
      // A narrow page shows a part of the question at a time; the word is asked for behind the last.
      const next = card.getByRole("button", { name: /^(Show the next part|显示下一部分)$/ });
      await expect
        .poll(async () => {
          if (await next.isVisible()) await next.click();
          return word.count();
        })
        .toBe(1);
      await word.fill("allo");
      const places = async () => {
        const parts = [
          card.locator("[data-answers] button").first(),
          word,
          card.getByRole("button", { name: deny, exact: true }),
        ];
        return Promise.all(parts.map(async (part) => [await part.boundingBox(), await part.isEnabled()]));
      };
      await expect.poll(async () => (await places())[0]?.[1]).toBe(true);
      const before = await places();

      held.letThrough();
      await opinion.getByText("It removes the folder letters, which nobody asked for.").waitFor();
      await opinion.getByText(verdict, { exact: true }).waitFor();
      expect(await places()).toEqual(before);
      await card.screenshot({ path: join(output, `second-look-${look.viewport.width}.png`) });
      // What was begun before it joined goes on: the focus, the half of a word, the answer.
      expect(await word.inputValue()).toBe("allo");
      expect(await word.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(existsSync(join(daemon.workspace, "letters"))).toBe(true);
      if (look.colorScheme === "dark" || look.colorScheme === "light") {
        const { violations } = await new AxeBuilder({ page }).include("[data-approval]").analyze();
        expect(violations.map(({ id }) => id)).toEqual([]);
      }
      await card.getByRole("button", { name: deny, exact: true }).click();
      // On the page, not only in the log.
      await turnsEnded(page, 1);
      expect(existsSync(join(daemon.workspace, "letters"))).toBe(true);
      // It is decided: what stands with the call asks nobody to.
      await conversation(page).locator("summary").filter({ hasText: "rm -r letters" }).click();
      const past = conversation(page).locator("[data-review]").last();
      await past.waitFor();
      expect(await past.getAttribute("aria-label")).toMatch(
        /^(Opinion of another model \(.+\)|另一个模型（.+）的看法)$/,
      );
    },
  );

  it.each([1440, 360])("that cannot be asked says so, and why, at %i pixels", async (width) => {
    const server = await startScriptedServer(criticSays(warning));
    const daemon = await startTestDaemon({
      scripts: wipeScripts,
      files: { "letters/one.txt": "Dear A.\n" },
      loadout: criticAt(server.url),
    });
    await server.stop();
    const page = await openConsole(daemon, { viewport: { width, height: 800 } });
    const session = await openTestSession(daemon);
    await session.send({ type: "send-message", text: "Tidy up. [[wipe]]" });
    await page.goto(`${daemon.url}/#/sessions/${session.id}`);
    const card = conversation(page).locator("[data-approval]");
    const said = card.getByText("It could not be reached: Cannot connect to http");
    await said.waitFor();
    await card.screenshot({ path: join(output, `second-look-failed-${width}.png`) });
    await card.getByRole("button", { name: words["en-US"].deny, exact: true }).click();
    await session.until("turn.ended");
  });
});
