import AxeBuilder from "@axe-core/playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { choose, openConsole } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("the manual", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({});
  });

  it("opens from the console, finds what is searched for, and loads nothing that its policy forbids", async () => {
    const page = await openConsole(daemon);
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Manual" }).click();
    const manual = await opened;
    const refused: string[] = [];
    manual.on("console", (message) => message.type() === "error" && refused.push(message.text()));
    manual.on("request", (request) => {
      if (!request.url().startsWith(new URL(page.url()).origin) && !request.url().startsWith("data:"))
        refused.push(request.url());
    });
    await manual.getByRole("link", { name: "Install it" }).click();
    await manual.getByRole("heading", { name: "Install", level: 1 }).waitFor();
    await manual.getByRole("button", { name: "Search" }).click();
    await manual.getByRole("searchbox").fill("exit codes");
    // The sidebar has the page too; what was found stands in the list.
    await manual.getByRole("option").locator('a[href*="exit-codes.html"]').first().click();
    await manual.getByRole("heading", { name: "Exit codes", level: 1 }).waitFor();
    expect(refused).toEqual([]);
  });

  it("is as dark as the console was made, and leads home from a wrong address", async () => {
    const page = await openConsole(daemon, { colorScheme: "light" });
    await page.goto(`${daemon.url}/#/settings`);
    await choose(page.getByRole("combobox", { name: "Theme" }), "dark");
    await page.goto(`${daemon.url}/help/zh-CN/`);
    await page.getByRole("heading", { name: "PAGE NOT FOUND" }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains("dark")))
      .toBe(true);
    await page.getByRole("link", { name: "go to home" }).click();
    await page.getByRole("link", { name: "Install it" }).waitFor();
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (colorScheme) => {
    const page = await openConsole(daemon);
    await page.emulateMedia({ colorScheme });
    for (const place of ["", "start/install.html", "permissions.html", "reference/errors.html", "zh/"]) {
      await page.goto(new URL(`/help/${place}`, page.url()).href);
      await page.locator("#VPContent").waitFor();
      // The theme's search button is named "Search" and shows its key beside the word.
      const { violations } = await new AxeBuilder({ page }).exclude(".DocSearch-Button").analyze();
      expect(violations.map(({ id, nodes }) => `${place}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
});
