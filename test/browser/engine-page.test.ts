import { mkdirSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { chatTemplate } from "../models/chat-template.ts";
import { mistakeFiles, mistakeScripts } from "../models/mistake-scripts.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { openConsole, wordsOf } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");
const mistakes = ["leaked-xml", "wrong-key", "call-in-reasoning"];

describe.skipIf(missing)("what the engine page tells of the model in use", () => {
  let daemon: TestDaemon;
  let counted = false;
  beforeAll(async () => {
    mkdirSync(output, { recursive: true });
    daemon = await startTestDaemon({
      scripts: { ...standardScripts, ...mistakeScripts },
      files: mistakeFiles,
    });
  });

  /** Three turns with calls of three kinds, once; counted when the model's profile says so. */
  async function mistakesMade(): Promise<void> {
    if (counted) return;
    const session = await openTestSession(daemon);
    for (const mistake of mistakes) await session.turn(`[[${mistake}]]`);
    await expect.poll(callsInThinking).toBe(1);
    counted = true;
  }
  /** Of the last of the mistakes. */
  async function callsInThinking(): Promise<number | undefined> {
    const { profile } = await daemon.client.call("probeModel", { body: {} });
    return profile.landing?.recovered.reasoning;
  }

  async function enginePage(options: Parameters<typeof openConsole>[1]): Promise<Page> {
    const page = await openConsole(daemon, { reducedMotion: "reduce", ...options });
    await page.goto(`${daemon.url}/#/engine`);
    await page.getByRole("heading", { name: /What is known about this model|对这个模型的了解/ }).waitFor();
    return page;
  }
  const rows = async (table: Locator) => {
    const all = await table.getByRole("row").all();
    return Promise.all(all.map(wordsOf));
  };

  it.each([
    { width: 1440, colorScheme: "dark", locale: "en-US" },
    { width: 360, colorScheme: "light", locale: "en-US" },
    { width: 1440, colorScheme: "light", locale: "zh-CN" },
    { width: 360, colorScheme: "dark", locale: "zh-CN" },
  ] as const)("how its calls came in, at $width in $colorScheme and $locale", async (look) => {
    const { width, colorScheme, locale } = look;
    await mistakesMade();
    // Only the checker is let past the policy; the page is the same.
    const page = await enginePage({
      viewport: { width, height: 900 },
      colorScheme,
      locale,
      bypassCSP: true,
    });
    const table = page.getByRole("table");
    await table.scrollIntoViewIfNeeded();
    const told = (await rows(table)).join("\n");
    const found =
      locale === "en-US" ? /All calls ?\d+\nFound in the text ?\d/ : /全部调用 ?\d+\n从文字找回 ?\d/;
    expect(told).toMatch(found);
    expect(told).toMatch(locale === "en-US" ? /Found in the thinking ?1/ : /从思考找回 ?1/);
    await page.screenshot({ path: join(output, `landing-${width}-${colorScheme}-${locale}.png`) });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  });

  it("the template file that takes the place of the model's own", async () => {
    const before = await enginePage({});
    expect(await wordsOf(before.getByRole("main"))).not.toContain("Own template file");
    await daemon.stop();
    const template = join(daemon.folder, "own.jinja");
    await writeFile(template, `{#- mine #}${chatTemplate}`);
    const profiles = join(daemon.dataFolder, "profiles");
    const [name = ""] = await readdir(profiles);
    const profile = await readFile(join(profiles, name), "utf8");
    await writeFile(join(profiles, name), `template_file = ${JSON.stringify(template)}\n${profile}`);
    await daemon.start();
    const { engine } = await daemon.client.call("status");
    expect(engine.failure).toBeUndefined();
    await daemon.client.call("probeModel", { body: {} });
    const page = await enginePage({ locale: "zh-CN" });
    const main = page.getByRole("main");
    await main.getByText("自备的模板文件").waitFor();
    expect(await wordsOf(main)).toContain(template);
    // What is served now is another template: nothing was counted of it yet.
    expect(await page.getByRole("table").count()).toBe(0);
  });
});
