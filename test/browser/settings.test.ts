import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { openConsole } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("the settings", () => {
  it("that were changed in their file say at their line that they wait for a start", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts });
    await writeFile(join(daemon.dataFolder, "config", "config.toml"), "[limits]\nmax_steps = 7\n");
    for (const [locale, words] of [
      ["en-US", "Changed in its file: the new value holds once Kestrel is started again."],
      ["zh-CN", "文件中已改动：重新启动 Kestrel 后新值才生效。"],
    ] as const) {
      const page = await openConsole(daemon, { locale });
      await page.goto(`${daemon.url}/#/settings`);
      const row = (key: string) => page.getByRole("row").filter({ hasText: key });
      await row("limits.max_steps").getByText(words).waitFor();
      expect(await row("limits.max_steps").textContent()).toContain("40");
      expect(await row("limits.reasoning_tokens").textContent()).not.toContain(words);
    }
  });

  it("and every mode can be reached by name from the palette", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts });
    const { page } = await openSessionIn(daemon, {});
    await page.keyboard.press("Control+KeyK");
    await page.keyboard.type("Mode: Edits");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("combobox").textContent()).toBe("Edits");
  });

  it("make an access token, show its secret once, and revoke it", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts });
    const page = await openConsole(daemon, { locale: "zh-CN" });
    await page.goto(`${daemon.url}/#/settings`);
    const section = page.getByRole("region", { name: "访问令牌" });
    await section.getByLabel("名称").fill("看板");
    await section.getByRole("combobox", { name: "有效期" }).click();
    await page.getByRole("option", { name: "30 天" }).click();
    await section.getByRole("button", { name: "新建令牌" }).click();
    const secret = (await section.getByRole("status").locator("code").textContent()) ?? "";
    const statusOf = async () => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${daemon.url}/api/v1/sessions`, { headers })).status;
    };
    expect(await statusOf()).toBe(200);
    await page.reload();
    const row = section.getByRole("listitem").filter({ hasText: "看板" });
    await row.getByText("只读").waitFor();
    expect(await section.textContent()).not.toContain(secret);
    await row.getByRole("button", { name: "吊销" }).click();
    await row.getByText("吊销“看板”？使用它的程序会立即失去访问权限。").waitFor();
    await row.getByRole("button", { name: "吊销" }).click();
    await section.getByText("没有。").waitFor();
    expect(await statusOf()).toBe(401);
  });
});
