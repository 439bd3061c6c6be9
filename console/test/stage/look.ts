import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Locator, type Page } from "playwright";
import { openStage } from "./daemon.ts";
import { bareScene, demoScene, fullScene, ids } from "./scenes.ts";

/**
 * Takes pictures of the console on the stage, to be looked at.
 * usage: look FOLDER CHROMIUM DIST [NAME-PART …]; NAME-PART chooses pictures.
 */
const [folder = "", executablePath = "", dist = "", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const full = await openStage(dist, fullScene);
const bare = await openStage(dist, bareScene);
const demo = await openStage(dist, demoScene);
let breaking = full;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

type Picture = {
  name: string;
  path: string;
  stage?: "bare" | "breaking" | "demo";
  act?: (page: Page) => Promise<void>;
  out?: boolean;
};
const openAll = async (place: Page | Locator) => {
  for (const card of await place.locator("details > summary").all()) await card.click();
};
const pictures: Picture[] = [
  { name: "login", path: "", out: true },
  { name: "first-run", path: "#/", stage: "bare" },
  { name: "home", path: "#/" },
  { name: "new", path: "#/new" },
  { name: "approval", path: `#/sessions/${ids.approval}` },
  { name: "done", path: `#/sessions/${ids.done}` },
  {
    name: "cards",
    path: `#/sessions/${ids.done}`,
    act: openAll,
  },
  { name: "columns", path: `#/sessions/${ids.approval}/beside/${ids.live}/focus` },
  { name: "live", path: `#/sessions/${ids.live}` },
  { name: "full", path: `#/sessions/${ids.full}` },
  { name: "failed", path: `#/sessions/${ids.failed}` },
  { name: "empty", path: `#/sessions/${ids.empty}` },
  { name: "danger", path: `#/sessions/${ids.danger}` },
  {
    name: "dock",
    path: `#/sessions/${ids.dock}`,
    act: async (page) => {
      await page.getByRole("region", { name: /^(Conversation|对话)$/ }).hover();
      await page.mouse.wheel(0, -1500);
    },
  },
  { name: "long", path: `#/sessions/${ids.long}` },
  {
    name: "lost",
    path: `#/sessions/${ids.done}`,
    stage: "breaking",
    act: async (page) => {
      await breaking.close();
      await page.waitForTimeout(2500);
    },
  },
  { name: "engine", path: "#/engine" },
  {
    name: "models",
    path: "#/engine",
    act: async (page) => {
      const heading = page.getByRole("heading", { name: /Models on this machine|这台机器上的模型/ });
      const first = page.locator("main details > summary");
      await first.nth(0).click();
      await heading.evaluate((element) => element.scrollIntoView());
    },
  },
  { name: "own-model", path: "#/own-model", stage: "demo" },
  { name: "demo-empty", path: `#/sessions/${ids.empty}`, stage: "demo" },
  { name: "demo-engine", path: "#/engine", stage: "demo" },
  { name: "thinking", path: `#/sessions/${ids.thinking}` },
  {
    name: "reading",
    path: `#/sessions/${ids.reading}`,
    act: async (page) => {
      await page.getByRole("region", { name: /^(Conversation|对话)$/ }).hover();
      await page.mouse.wheel(0, -3000);
    },
  },
  { name: "weak", path: `#/sessions/${ids.weak}` },
  {
    name: "mistakes",
    path: `#/sessions/${ids.weak}`,
    act: async (page) => {
      await openAll(page.locator("main"));
      await page.getByRole("region", { name: /^(Conversation|对话)$/ }).hover();
      await page.mouse.wheel(0, -3000);
    },
  },
  {
    name: "limits",
    path: `#/sessions/${ids.done}`,
    stage: "demo",
    act: (page) => page.getByRole("button", { name: /^(Model:|模型：)/ }).click(),
  },
  ...["look", "model", "permissions", "web"].map((area) => ({
    name: `settings-${area}`,
    path: `#/settings/${area}`,
  })),
  { name: "replay", path: `#/sessions/${ids.done}/replay` },
  { name: "keys", path: "#/new", act: (page) => page.keyboard.press("?") },
  {
    name: "menu",
    path: `#/sessions/${ids.done}`,
    act: async (page) => {
      const menu = page.getByRole("button", { name: /^(Sessions|会话列表)$/ });
      if (await menu.first().isVisible()) await menu.first().click();
    },
  },
];
const looks = [
  { width: 1440, height: 900, colorScheme: "dark", locale: "en" },
  { width: 1440, height: 900, colorScheme: "light", locale: "zh-CN" },
  { width: 900, height: 900, colorScheme: "light", locale: "en" },
  { width: 360, height: 740, colorScheme: "dark", locale: "zh-CN" },
  { width: 360, height: 740, colorScheme: "light", locale: "en" },
] as const;

for (const { width, height, colorScheme, locale } of looks) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale });
  for (const picture of pictures) {
    const name = `${picture.name}-${width}-${colorScheme}-${locale}`;
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const page = await context.newPage();
    page.on("console", (line) => {
      if (line.type() === "error") console.log(`${name}: ${line.text()}`);
    });
    page.on("pageerror", (error) => console.log(`${name}: ${error.message}`));
    if (picture.stage === "breaking") breaking = await openStage(dist, fullScene);
    const { url } =
      picture.stage === "demo"
        ? demo
        : picture.stage === "bare"
          ? bare
          : picture.stage === "breaking"
            ? breaking
            : full;
    if (!picture.out) {
      await page.goto(`${url}#c=stage`);
      await page.waitForSelector("nav, main nav, aside, header", { timeout: 5000 }).catch(() => undefined);
    }
    await page.goto(url + picture.path);
    await page.waitForTimeout(450);
    await picture.act?.(page).catch((error: Error) => console.log(`${name}: ${error.message.slice(0, 200)}`));
    await page.waitForTimeout(350);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) console.log(`${name}: ${wide} px wider than the screen`);
    await page.close();
  }
  await context.close();
}
await browser.close();
await full.close();
await bare.close();
await demo.close();
