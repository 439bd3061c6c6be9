import AxeBuilder from "@axe-core/playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole, openInspector, say, showSession } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

describe.skipIf(testEngine === undefined || testChromium === undefined)("the context beside a turn", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts });
  });

  it("stands there while a turn runs, after a reload too, until somebody closes it", async () => {
    const { page, id } = await openSessionIn(daemon, standardFiles);
    const panel = page.getByRole("complementary", { name: "Inspector" });
    await say(page, "[[shell]]");
    await conversation(page).getByRole("button", { name: "Allow once" }).waitFor();
    await panel.locator("[data-part=system]").waitFor();
    expect(await panel.getByRole("img").isVisible()).toBe(true);
    // It takes no room from the question or the words: the column is as wide as without it.
    expect((await conversation(page).boundingBox())?.width).toBe(720);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.reload();
    await conversation(page).getByRole("button", { name: "Allow once" }).waitFor();
    await panel.locator("[data-part=system]").waitFor();

    await page.keyboard.press("Alt+i");
    await panel.waitFor({ state: "detached" });
    await page.reload();
    await conversation(page).getByRole("button", { name: "Allow once" }).waitFor();
    expect(await panel.count()).toBe(0);
    await openInspector(page);
    await panel.getByText("Message by message").click();
    await panel.getByText("[[shell]]").waitFor();
    await page.setViewportSize({ width: 1279, height: 900 });
    await panel.waitFor({ state: "detached" });
    await openInspector(page);
    await panel.waitFor();

    const phone = await openConsole(daemon, { viewport: { width: 360, height: 740 }, locale: "zh-CN" });
    await showSession(phone, id);
    await phone.getByRole("button", { name: "打开检视栏" }).waitFor();
    expect(await phone.getByRole("dialog").count()).toBe(0);
    await phone.getByRole("button", { name: "打开检视栏" }).click();
    await phone.getByRole("dialog").locator("[data-part=system]").waitFor();
  });
});
