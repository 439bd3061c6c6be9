import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { openConsole, wordsOf } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
const hash = "a".repeat(64);

describe.skipIf(missing)("what is kept on the disk", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
    await daemon.client.call("openSession", { body: { workspace: daemon.workspace } });
  });

  /** A file's earlier version that no session names, kept long ago. */
  async function forgottenBlob(): Promise<void> {
    const folder = join(daemon.dataFolder, "blobs", hash.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, hash.slice(2)), "x".repeat(200_000));
    await utimes(join(folder, hash.slice(2)), 1_700_000_000, 1_700_000_000);
  }

  it.each([
    ["en-US", "dark", 1440],
    ["en-US", "light", 360],
    ["zh-CN", "dark", 360],
    ["zh-CN", "light", 1440],
  ] as const)(
    "is shown, and freed after it was listed: %s, %s, %i px",
    async (locale, colorScheme, width) => {
      await forgottenBlob();
      const page = await openConsole(daemon, { locale, colorScheme, viewport: { width, height: 900 } });
      await page.goto(`${daemon.url}/#/settings/storage`);
      const storage = page.getByRole("region", { name: /^(Storage|存储)$/ });
      await storage.scrollIntoViewIfNeeded();
      const free = storage.getByRole("button", { name: /^(Delete|删除) \d/ });
      await free.waitFor();
      expect(await wordsOf(storage)).toMatch(/Sessions|会话/);
      if (process.env.KESTREL_TEST_PICTURES)
        await storage.screenshot({
          path: join(process.env.KESTREL_TEST_PICTURES, `${locale}-${colorScheme}-${width}.png`),
        });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await free.click();
      await storage.getByRole("button", { name: /^(Keep|保留)$/ }).click();
      await free.click();
      await storage.getByRole("button", { name: /^(Delete|删除)$/ }).click();
      await storage.getByText(/^(Deleted 1 file|已删除 1 个文件)/).waitFor();
      await free.waitFor({ state: "detached" });
    },
  );
});
