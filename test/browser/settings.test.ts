import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { openConsole } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("the settings", () => {
  it("are changed in place: those that need no start hold at once, the others say what they will be", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts });
    const file = join(daemon.dataFolder, "config", "config.toml");
    await writeFile(file, "# mine\n[limits]\nmax_steps = 7 # kept\n");
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/settings/turns`);
    const row = (key: string) => page.locator(`[data-setting="${key}"]`);
    const steps = row("limits.max_steps");
    expect(await steps.getByRole("textbox").inputValue()).toBe("7");
    await steps.getByRole("textbox").fill("0");
    await steps.getByRole("button", { name: "Save" }).click();
    await steps.getByText("Not saved: expected a whole number from 1 to 1,000, got 0.").waitFor();
    await steps.getByRole("textbox").fill("9");
    await page.keyboard.press("Enter");
    await steps.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    expect(await readFile(file, "utf8")).toBe("# mine\n[limits]\nmax_steps = 9 # kept\n");
    const { settings } = await daemon.client.call("settings");
    expect(settings.find(({ key }) => key === "limits.max_steps")?.value).toBe(9);
    await steps.getByRole("button", { name: "Reset Steps per turn" }).click();
    await expect.poll(() => steps.getByRole("textbox").inputValue()).toBe("40");

    await page.goto(`${daemon.url}/#/settings/memory`);
    const memory = row("memory.enabled").getByRole("switch");
    expect(await memory.getAttribute("aria-checked")).toBe("true");
    await memory.click();
    await row("memory.enabled").getByText("takes effect now").waitFor();
    await page.goto(`${daemon.url}/#/memory`);
    await page.getByText("Memory is off: no message uses stored facts").waitFor();

    await page.goto(`${daemon.url}/#/settings/skills`);
    const ready = row("reach.lay_ready");
    await ready.getByRole("switch").click();
    await ready.getByText("Now on. After a restart: off.").waitFor();
    await page.reload();
    await ready.getByText("Now on. After a restart: off.").waitFor();

    // What nobody set has a value all the same.
    await page.goto(`${daemon.url}/#/settings/sampling`);
    await row("model.temperature")
      .getByText(/now [\d.]+, from the model or its server/)
      .waitFor();
    await page.getByText("For one session, set sampling in the model menu").waitFor();
    await page.getByRole("searchbox", { name: /^Search \d+ settings/ }).fill("system prompt");
    await page.getByRole("link", { name: /^System prompt/ }).click();
    await page.getByRole("heading", { name: "Loadouts", level: 1 }).waitFor();
  });

  it("that decide what runs are written by the person alone: the page shows the line", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts });
    const file = join(daemon.dataFolder, "config", "config.toml");
    const before = await readFile(file, "utf8").catch(() => "");
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/settings/permissions`);
    const allow = page.locator('[data-setting="permission.allow"]');
    await allow.getByRole("textbox").fill("command: npm test*");
    await allow.getByRole("button", { name: "Show the line to write" }).click();
    await allow.getByText(/^\[permission\]\s+allow = \[ "command: npm test\*" \]$/).waitFor();
    expect(await readFile(file, "utf8").catch(() => "")).toBe(before);
  });

  it("make the commands of MCP servers from JSON, and start none", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts });
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/settings/mcp`);
    const field = page.getByLabel("Add servers from JSON");
    await field.fill('{"mcpServers": {"files": {"command": "npx", "args": ["-y", "a b"]}}}');
    await page.getByText("mcp add files -- npx -y 'a b'").waitFor();
    await field.fill("{");
    await page.getByText("This is not the JSON of MCP servers yet.").waitFor();
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
    await page.goto(`${daemon.url}/#/settings/connections`);
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
