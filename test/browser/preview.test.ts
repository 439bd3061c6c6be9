import type { Frame, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { markerOf } from "../models/scripted/script.ts";
import { type Canary, startCanary } from "./canary.ts";
import { conversation, openConsole, showFirst, showSession } from "./open-console.ts";
import { payloadsFor } from "./payloads.ts";

const missing = testEngine === undefined || testChromium === undefined;

const fence = (language: string, text: string) => `~~~~${language}\n${text}\n~~~~`;

/** What Chromium says of what it refused in a frame. */
const refusals = /violates the following Content Security Policy|frame is sandboxed|^Unsafe attempt to load/;

describe.skipIf(missing)("code that is shown", () => {
  let canary: Canary;
  let daemon: TestDaemon;
  let payloads: readonly string[];

  beforeAll(async () => {
    canary = await startCanary();
    payloads = payloadsFor(canary.url);
    const diagram = "flowchart LR\n  kestrel[Kestrel hovers] --> drop[and drops]";
    const page = "<style>h1 { color: rgb(1, 2, 3) }</style><h1>A page</h1><svg width='20' height='20'></svg>";
    daemon = await startTestDaemon({
      window: 32_768,
      scripts: {
        good: { says: [fence("mermaid", diagram), fence("html", page), "Shown."].join("\n\n") },
        wrong: { says: `${fence("mermaid", "no diagram at all ((")}\n\nNot shown.` },
        ...Object.fromEntries(
          payloads.map((text, index) => [
            `p${index}`,
            { says: `${fence("html", text)}\n\nNumber ${index}.` },
          ]),
        ),
      },
    });
  });

  const previews = (page: Page) => conversation(page).getByRole("button", { name: "Preview" });

  it("is drawn in a frame when the person asks for it: a diagram, and a page with its styles", async () => {
    const session = await openTestSession(daemon);
    await session.turn(markerOf("good"));
    const page = await openConsole(daemon);
    await showSession(page, session.id);
    await conversation(page).getByText("Shown.").waitFor();
    expect(await conversation(page).locator("iframe").count()).toBe(0);
    await previews(page).nth(0).click();
    const diagram = page.frameLocator("iframe").first();
    await diagram.getByText("Kestrel hovers").waitFor();
    await previews(page).nth(1).click();
    const inner = page.frameLocator("iframe").nth(1).frameLocator("iframe");
    const heading = inner.getByRole("heading", { name: "A page" });
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(1, 2, 3)");
    await previews(page).nth(0).click();
    await expect.poll(() => conversation(page).locator("iframe").count()).toBe(1);
  });

  it("is said to be no diagram where it is none", async () => {
    const session = await openTestSession(daemon);
    await session.turn(markerOf("wrong"));
    const page = await openConsole(daemon);
    await showSession(page, session.id);
    await previews(page).click();
    await page.getByRole("alert").getByText("This cannot be shown.").waitFor();
  });

  it("asks for nothing and runs nothing, whatever is in it", async () => {
    const session = await openTestSession(daemon);
    for (const index of payloads.keys()) await session.turn(markerOf(`p${index}`));
    const page = await openConsole(daemon, {}, refusals);
    const ran: string[] = [];
    await page.exposeBinding("__told", (_, place: string) => void ran.push(place));
    await page.addInitScript(() => {
      Object.defineProperty(window, "__x", {
        set: () => void (window as unknown as { __told: (place: string) => void }).__told(location.href),
      });
    });
    await page.reload();
    await showSession(page, session.id);
    await conversation(page)
      .getByText(`Number ${payloads.length - 1}.`)
      .waitFor();
    await showFirst(page);
    await expect.poll(() => previews(page).count()).toBe(payloads.length);
    for (const button of await previews(page).all()) await button.click();
    // A frame has no address before its document is there.
    const isDrawn = (frame: Frame) => frame.parentFrame()?.parentFrame() && frame.url() !== "";
    const drawn = () => page.frames().filter(isDrawn).length;
    await expect.poll(drawn, { timeout: 60_000 }).toBe(payloads.length);
    // A frame that went somewhere else would have left; what was to be fetched would have been by the last one drawn.
    for (const frame of page.frames().slice(1)) expect(frame.url()).toMatch(/\/preview$|^about:srcdoc$/);
    expect(ran).toEqual([]);
    expect(canary.hits()).toBe(0);
  });
});
