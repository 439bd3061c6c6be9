import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { allowOnce, openTestSession, type TestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsThenSays, markerOf } from "../models/scripted/script.ts";
import { type Canary, startCanary } from "./canary.ts";
import {
  conversation,
  freshPage,
  openConsole,
  openInspector,
  showFirst,
  showSession,
  wordsOf,
} from "./open-console.ts";
import { payloadsFor } from "./payloads.ts";

const missing = testEngine === undefined || testChromium === undefined;

/** Word for word: a policy that grew a hole is not this one. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

describe.skipIf(missing)("hostile text on the page (SEC-13)", () => {
  let canary: Canary;
  let daemon: TestDaemon;
  let payloads: readonly string[] = [];
  const hostileName = "<img src=x onerror=window.__x=1>.md";

  beforeAll(async () => {
    canary = await startCanary();
    payloads = payloadsFor(canary.url);
    const said = payloads.map((text, index) => [`p${index}`, { says: `Number ${index}:\n\n${text}` }]);
    daemon = await startTestDaemon({
      window: 32_768,
      scripts: {
        ...Object.fromEntries(said),
        shown: callsThenSays("read", { path: "payloads.md" }, "The file is shown."),
        failed: callsThenSays("read", { path: `no/${hostileName}` }, "It is not there."),
        named: callsThenSays(
          "write",
          { path: hostileName, content: `<img src=${canary.url}/file>\n` },
          "The file has its name.",
        ),
        printed: callsThenSays("shell", { command: "env cat payloads.md" }, "The file is printed."),
      },
      files: { "payloads.md": payloads.join("\n\n") },
    });
  });

  /** Every request of the page's context that does not go to the daemon. */
  function foreignRequests(page: Page): string[] {
    const found: string[] = [];
    page.context().on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${daemon.url}/`) && !/^(data|blob):/.test(url)) found.push(url);
    });
    return found;
  }

  async function expectHarmless(
    page: Page,
    { id }: TestSession,
    [first, last]: [string, string],
    foreign: readonly string[],
  ) {
    await showSession(page, id);
    await conversation(page).getByText(last).waitFor();
    await showFirst(page);
    expect(await wordsOf(conversation(page))).toContain(first);
    const closed = conversation(page).locator("details:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().click();
    await openInspector(page);
    for (const tab of await page.getByRole("tab").all()) await tab.click();
    const place = conversation(page);
    const tags = "img, script, iframe, object, embed, video, audio, link, style, meta, base, form, template";
    expect(await place.locator(tags).count()).toBe(0);
    const addresses = await place
      .locator("a")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    for (const address of addresses) expect(address).toMatch(/^(https?|mailto):/);
    expect(await page.locator("[onerror], [onload], [style*='url(']").count()).toBe(0);
    await page.goto(`${daemon.url}/#/sessions/${id}/replay`);
    await page.getByText("You are looking at the past").waitFor();
    expect(await page.evaluate(() => "__x" in window)).toBe(false);
    expect(foreign).toEqual([]);
    expect(canary.hits()).toBe(0);
  }

  it("sends the exact policy with the page", async () => {
    const page = await freshPage();
    const response = await page.goto(daemon.url);
    expect(response?.headers()["content-security-policy"]).toBe(policy);
  });

  it("said by the model: nothing is fetched, nothing runs", async () => {
    const page = await openConsole(daemon);
    const foreign = foreignRequests(page);
    const session = await openTestSession(daemon);
    for (const index of payloads.keys()) await session.turn(markerOf(`p${index}`));
    await expectHarmless(page, session, ["Number 0:", `Number ${payloads.length - 1}:`], foreign);
  });

  it("in files, names, errors, output and the title: nothing is fetched, nothing runs", async () => {
    const page = await openConsole(daemon);
    const foreign = foreignRequests(page);
    const session = await openTestSession(daemon);
    const title = `<img src=${canary.url}/title onerror=window.__x=1> ![x](${canary.url}/t)`;
    for (const script of ["shown", "failed", "printed"]) {
      await session.turn(`${title} ${markerOf(script)}`, allowOnce);
    }
    await session.send({ type: "send-message", text: markerOf("named") });
    await session.until("approval.requested", 0, ({ preview }) => preview?.path === hostileName);
    await expectHarmless(page, session, [title, `Create ${hostileName}?`], foreign);
  });

  // Last: from here on the canary has been asked. Without this the tests above could not fail.
  it("would do harm on a page without our care", async () => {
    const page = await freshPage();
    await page.setContent(payloads.filter((text) => text.startsWith("<img src=")).join("\n"));
    await expect.poll(() => page.evaluate(() => "__x" in window)).toBe(true);
    await expect.poll(() => canary.hits()).toBeGreaterThan(0);
  });
});
