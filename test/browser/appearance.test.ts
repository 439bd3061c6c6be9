import { mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { SessionId } from "@kestrel/protocol";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sampleProject } from "../../packages/app/src/playground/sample-project.ts";
import { startTestDaemon, type TestDaemon, writeFiles } from "../daemon/start-daemon.ts";
import { allowOnce, openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { demoScripts } from "../models/demo-scripts.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
const root = join(import.meta.dirname, "..", "..");

/** Pictures for people to look at; nothing compares them. */
const output = join(root, "test", ".output");

/** The checker is slow: it looks at both themes and at the widest and the narrowest page. */
const looks = [
  { width: 1440, colorScheme: "dark", locale: "en-US", checked: true },
  { width: 900, colorScheme: "light", locale: "zh-CN", checked: false },
  { width: 360, colorScheme: "light", locale: "en-US", checked: true },
] as const;

describe.skipIf(missing)("how it looks", () => {
  let daemon: TestDaemon;
  let done: SessionId;
  let asking: SessionId;

  beforeAll(async () => {
    mkdirSync(output, { recursive: true });
    daemon = await startTestDaemon({
      window: 16_384,
      scripts: { ...standardScripts, ...demoScripts },
      files: { ...standardFiles, ...sampleProject },
    });
  });

  /** A session with every kind of entry, and one that waits for an answer. */
  async function sessions(): Promise<void> {
    if (asking) return;
    const first = await openTestSession(daemon);
    for (const words of ["[[markdown]]", "[[think]]", "[[search]]", "[[edit]]", "[[shell-fails]]"]) {
      await first.turn(words, allowOnce);
    }
    done = first.id;
    asking = await askingSession(daemon.workspace);
  }

  async function askingSession(workspace: string): Promise<SessionId> {
    const session = await openTestSession(daemon, workspace);
    await session.send({ type: "send-message", text: "Please have a look at the greeting. [[tour]]" });
    await session.until("approval.requested");
    return session.id;
  }

  const pages = () => [
    { name: "home", path: "#/" },
    { name: "new", path: "#/new" },
    { name: "session", path: `#/sessions/${done}` },
    { name: "asking", path: `#/sessions/${asking}` },
    { name: "replay", path: `#/sessions/${done}/replay` },
    { name: "engine", path: "#/engine" },
    ...["look", "model", "permissions", "mcp", "web", "storage"].map((area) => ({
      name: `settings-${area}`,
      path: `#/settings/${area}`,
    })),
  ];

  /** Goes there and waits until the page has its words and its fonts. */
  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(`${daemon.url}/${path}`);
    if (path.includes("sessions")) await conversation(page).getByRole("article").first().waitFor();
    else await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready);
  }

  it.each(looks)(
    "at $width in $colorScheme and $locale nothing is wider than the screen or hard to use",
    async ({ width, colorScheme, locale, checked }) => {
      await sessions();
      // Only the checker is let past the policy; the page is the same.
      const page = await openConsole(daemon, {
        viewport: { width, height: 900 },
        colorScheme,
        locale,
        reducedMotion: "reduce",
        bypassCSP: true,
      });
      for (const { name, path } of pages()) {
        await visit(page, path);
        await page.screenshot({ path: join(output, `${name}-${width}-${colorScheme}-${locale}.png`) });
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, name).toBeLessThanOrEqual(0);
        if (!checked) continue;
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.target.join(" ")}`);
        expect(found).toEqual([]);
      }
    },
  );

  it("speaks Chinese to a Chinese browser and follows the system's colours", async () => {
    const dark = await openConsole(daemon, { colorScheme: "dark", locale: "zh-CN" });
    await dark.getByText("会话").first().waitFor();
    expect(await dark.locator("html").getAttribute("lang")).toBe("zh-CN");
    const light = await openConsole(daemon, { colorScheme: "light" });
    expect(await ground(dark)).toBeLessThan(60);
    expect(await ground(light)).toBeGreaterThan(220);
  });

  if (process.env.KESTREL_UPDATE_IMAGES) {
    it("sits for the pictures of the README and the manual", async () => {
      const languages = [
        { locale: "en-US", name: "", ...sitting.en },
        { locale: "zh-CN", name: ".zh-CN", ...sitting.zh },
      ];
      for (const { locale, name, title, script } of languages) {
        const sitter = await startTestDaemon({ window: 16_384, scripts: { told: script } });
        // A name that says nothing of the machine it was taken on.
        const workspace = join(tmpdir(), "greeter");
        onTestFinished(() => rm(workspace, { recursive: true, force: true }));
        await writeFiles(workspace, sampleProject);
        const session = await openTestSession(sitter, workspace);
        await session.send({ type: "send-message", text: script.heard });
        await session.send({ type: "set-title", title });
        await session.until("approval.requested");
        for (const colorScheme of ["light", "dark"] as const) {
          for (const [size, viewport] of Object.entries(sizes)) {
            const page = await openConsole(sitter, {
              viewport,
              colorScheme,
              locale,
              deviceScaleFactor: size === "phone" ? 1.5 : 1.25,
              isMobile: size === "phone",
              hasTouch: size === "phone",
            });
            await page.goto(`${sitter.url}/#/sessions/${session.id}`);
            await conversation(page).locator("[data-approval]").first().waitFor();
            const allow = page.getByRole("button", { name: sitting.allow, disabled: false });
            await allow.first().waitFor();
            await page.evaluate(() => document.fonts.ready);
            await page.screenshot({
              path: join(root, "docs", "images", `${size}-${colorScheme}${name}.png`),
              animations: "disabled",
            });
          }
        }
        await session.send({ type: "cancel" });
        await session.until("turn.ended");
      }
    });
  }
});

const sizes = { console: { width: 1280, height: 800 }, phone: { width: 390, height: 780 } } as const;

const greeting = {
  name: "edit",
  arguments: {
    path: "greeting.js",
    old: "  return `Hello ${" + "name}`;",
    new: "  return `Hello, ${" + "name}!`;",
  },
};
const reading = { name: "read", arguments: { path: "greeting.js" } };

/** One session in each language: a file is read, and a change of one line waits for its answer. */
const sitting = {
  allow: /^(Allow once|允许一次)$/,
  en: {
    title: "A greeting without its comma",
    script: {
      heard: "The check fails. Why?",
      replies: [
        { says: "I read the function that greets.", calls: [reading] },
        {
          says: "The check expects `Hello, Ada!`. The greeting has no comma and no mark.",
          calls: [greeting],
        },
        { says: "The greeting is whole." },
      ],
    },
  },
  zh: {
    title: "问候语少了逗号",
    script: {
      heard: "检查没有通过，为什么？",
      replies: [
        { says: "我先看问候的函数。", calls: [reading] },
        { says: "检查要的是 `Hello, Ada!`。问候语少了逗号和感叹号。", calls: [greeting] },
        { says: "问候语改好了。" },
      ],
    },
  },
};

/** How light the ground of the page is, from 0 to 255, however its colour is written. */
function ground(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    if (!pen) return Number.NaN;
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("background-color");
    pen.fillRect(0, 0, 1, 1);
    return Math.max(...pen.getImageData(0, 0, 1, 1).data.slice(0, 3));
  });
}
