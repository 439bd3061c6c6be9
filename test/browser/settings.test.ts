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
});
