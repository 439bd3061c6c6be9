import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStage, type Scene } from "../../console/test/stage/daemon.ts";
import { hostile } from "../../console/test/stage/hostile.ts";
import { fullScene, ids } from "../../console/test/stage/scenes.ts";
import { testChromium } from "../machine.ts";
import { freshPage, openInspector } from "./open-console.ts";

const dist = join(import.meta.dirname, "..", "..", "console", "dist");

/** A page that came in on a stage that answers with `scene`. */
async function onStage(scene: () => Scene): Promise<{ page: Page; url: string }> {
  const stage = await openStage(dist, scene);
  onTestFinished(() => stage.close());
  const page = await freshPage();
  await page.goto(`${stage.url}#c=stage`);
  await page.locator("#main").waitFor();
  return { page, url: stage.url };
}

/** What cannot be seen, wherever it is on the page: its words, its names for those who listen, its title. */
function unseenOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    const hidden = /[\u202a-\u202e\u2066-\u2069\u200b\u00ad\u061c\u3164\u001b\u0007\u{e0000}-\u{e007f}]/u;
    const found: string[] = [];
    const note = (where: string, text: string | null) => {
      if (text && hidden.test(text)) found.push(`${where}: ${text.slice(0, 80)}`);
    };
    note("title of the tab", document.title);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // A formula is laid out with one such sign of KaTeX's own, alone in an element of its own.
    const ofFormula = (node: Node) =>
      node.textContent === "\u200b" && node.parentElement?.matches(".katex-html .vlist-s");
    while (walker.nextNode())
      if (!ofFormula(walker.currentNode))
        note(walker.currentNode.parentElement?.outerHTML.slice(0, 200) ?? "", walker.currentNode.textContent);
    for (const element of document.querySelectorAll("*")) {
      for (const name of ["title", "aria-label", "aria-description", "alt", "placeholder"]) {
        note(`${element.tagName} ${name}`, element.getAttribute(name));
      }
    }
    return found;
  });
}

describe.skipIf(testChromium === undefined)("nothing hidden is put before a person (10.2)", () => {
  it.each([
    ...Object.entries(ids).map(([name, id]) => [`session ${name}`, `#/sessions/${id}`] as const),
    ["replay", `#/sessions/${ids.weak}/replay`] as const,
    ["new session", "#/new"] as const,
    ["engine", "#/engine"] as const,
    ["own model", "#/own-model"] as const,
    ["settings", "#/settings"] as const,
  ])("%s", async (_, address) => {
    const { page, url } = await onStage(() => hostile(fullScene()));
    await page.goto(url + address);
    await page.locator("h1, h2").first().waitFor();
    const closed = page.locator("main details:not([open]) > summary:visible");
    for (let opened = 0; opened < 40 && (await closed.count()) > 0; opened++) await closed.first().click();
    expect(await unseenOn(page)).toEqual([]);
    const inspector = page.getByRole("button", { name: "Open the inspector" });
    if ((await inspector.count()) > 0) {
      await openInspector(page);
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        const blocks = page.getByText("Message by message");
        if ((await blocks.count()) > 0) await blocks.click();
        expect(await unseenOn(page)).toEqual([]);
      }
    }
    await page.keyboard.press("Control+KeyK");
    await page.getByRole("dialog").waitFor();
    expect(await unseenOn(page)).toEqual([]);
  });
});

/** The same, with a file's name that tells its language. */
function hostileCode(): Scene {
  const scene = hostile(fullScene());
  const log = (scene.logs[ids.approval] ?? []).map((event) => {
    const { body } = event;
    if (body.type !== "approval.requested" || !body.preview) return event;
    return { ...event, body: { ...body, preview: { ...body.preview, path: "src/add.ts" } } };
  });
  return { ...scene, logs: { ...scene.logs, [ids.approval]: log } };
}

describe.skipIf(testChromium === undefined)("the colours of a change", () => {
  it.each(["light", "dark"] as const)(
    "leave its size, what is hidden, and its contrast in the %s theme, on one side and on two",
    async (colorScheme) => {
      const { page, url } = await onStage(hostileCode);
      await page.emulateMedia({ colorScheme });
      let colour = () => {};
      const held = new Promise<void>((resolve) => {
        colour = resolve;
      });
      await page.route(/highlight-worker/, (route) => held.then(() => route.continue()));
      await page.goto(`${url}#/sessions/${ids.approval}`);
      const change = page.locator("[data-approval] figure").first();
      await change.waitFor();
      const heightOf = () => change.evaluate((element) => element.scrollHeight);
      const before = await heightOf();
      expect(await change.locator(".code-key").count()).toBe(0);
      colour();
      await change.locator(".bg-diff-add .code-key").first().waitFor();
      expect(await heightOf()).toBe(before);
      expect(await unseenOn(page)).toEqual([]);
      await page.getByRole("button", { name: "Side by side" }).click();
      await change.locator("td.bg-diff-add .code-key").first().waitFor();
      expect(await unseenOn(page)).toEqual([]);
      const { violations } = await new AxeBuilder({ page }).include("[data-approval]").analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
  );
});

describe.skipIf(testChromium === undefined)("a service worker that another program left (10.13)", () => {
  it("gets neither the code nor a word in its place, and is gone afterwards", async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      if (request.url !== "/sw.js")
        return response.writeHead(200, { "content-type": "text/html" }).end("<p>other");
      const worker =
        "self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));" +
        "self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));";
      return response.writeHead(200, { "content-type": "text/javascript" }).end(worker);
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const page = await freshPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js");
      await navigator.serviceWorker.ready;
    });
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));

    const stage = await openStage(dist, fullScene, port);
    onTestFinished(() => stage.close());
    page.context().on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${stage.url}?fresh#c=stage`);
    await page.getByText("Another program had left a service worker").waitFor();
    expect(asked).not.toContain("/api/v1/login");
    await page.goto(`${stage.url}?again#c=stage`);
    await page.locator("#main").waitFor();
    expect(asked).toContain("/api/v1/login");
  });
});
