import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { openConsole } from "./open-console.ts";

describe.skipIf(testChromium === undefined || testEngine === undefined)("the console as an app", () => {
  it("can be installed, with icons that are there, and leaves no service worker behind", async () => {
    const daemon = await startTestDaemon({ scripts: {} });
    const page = await openConsole(daemon);
    const chromium = await page.context().newCDPSession(page);
    const { url, errors, data } = await chromium.send("Page.getAppManifest");
    expect(new URL(url).pathname).toBe("/manifest.webmanifest");
    expect(errors).toEqual([]);
    const { installabilityErrors } = await chromium.send("Page.getInstallabilityErrors");
    // A test's profile is a private one, in which nothing is installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      JSON.parse(data ?? "{}").icons as { src: string; sizes: string }[],
    );
    expect(sizes).toEqual(["192x192", "512x512"]);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
  });
});
