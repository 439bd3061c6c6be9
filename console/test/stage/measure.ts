import type { EventBody, Frame } from "@kestrel/protocol";
import { chromium } from "playwright";
import { openStage } from "./daemon.ts";
import { fullScene, ids } from "./scenes.ts";
import { logged } from "./story.ts";

/**
 * Measures the console under load: a session of 2,000 messages into which 200 tokens a second stream.
 * usage: measure CHROMIUM DIST. Prints the longest task and how many frames of the page were late.
 */
const [executablePath = "", dist = ""] = process.argv.slice(2);
const seconds = 15;
const base = fullScene();
const open: EventBody[] = [
  { type: "turn.started", turnId: "t9999", text: "Write a long story." },
  { type: "request.sent", turnId: "t9999", step: 1, messages: 2001, added: [], tools: "t" },
];
const before = (base.logs[ids.long] ?? []).map(({ body }) => body);
const log = logged([...before, ...open]);

function speaking(tell: (frame: Frame) => void): () => void {
  let offset = 0;
  let word = 0;
  const timer = setInterval(() => {
    for (let burst = 0; burst < 2; burst++) {
      word++;
      const delta =
        word % 60 === 0 ? "\n\n" : word % 200 === 1 ? "\n\n```ts\nconst x = 1;\n```\n\n" : `word${word} `;
      tell({ type: "text", turnId: "t9999", step: 1, offset, delta });
      offset += delta.length;
    }
  }, 10);
  return () => clearInterval(timer);
}

const stage = await openStage(dist, () => ({
  ...base,
  logs: { ...base.logs, [ids.long]: log },
  goingOn: { [ids.long]: speaking },
}));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  const tasks: number[] = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
});
await page.goto(`${stage.url}#c=stage`);
await page.waitForSelector("nav");
await page.goto(`${stage.url}#/sessions/${ids.long}`);
await page.getByText("word20 ").waitFor();
const opening = await page.evaluate("tasks.splice(0)");
await page.waitForTimeout(seconds * 1000);
const streaming = await page.evaluate("tasks");
const shown = await page.locator("article").last().textContent();
console.log("long tasks while opening (ms):", opening);
console.log("long tasks while streaming (ms):", streaming);
console.log("characters shown:", shown?.length);
await browser.close();
await stage.close();
