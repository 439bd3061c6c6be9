import { mkdirSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium } from "../machine.ts";
import { openConsole } from "./open-console.ts";

/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");

async function startServer(names: readonly string[], key?: string): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  if (key !== undefined) server.wants(key);
  server.answers("GET /v1/models", { object: "list", data: names.map((id) => ({ id })) });
  return server;
}

describe.skipIf(testChromium === undefined)("the connections in the settings", () => {
  it.each([
    { colorScheme: "light", locale: "en-US", width: 1440 },
    { colorScheme: "dark", locale: "zh-CN", width: 360 },
    { colorScheme: "dark", locale: "en-US", width: 1440 },
    { colorScheme: "light", locale: "zh-CN", width: 360 },
  ] as const)(
    "add a server after a try, change its key and remove it, in $colorScheme and $locale",
    async ({ width, ...look }) => {
      mkdirSync(output, { recursive: true });
      const open = await startServer(["falcon-32b", "merlin-7b"]);
      const locked = await startServer(["osprey-9b"], "s3cret-key");
      const daemon = await startTestDaemon({});
      const file = join(daemon.dataFolder, "last-model.json");
      const page = await openConsole(daemon, {
        ...look,
        viewport: { width, height: 900 },
        reducedMotion: "reduce",
        bypassCSP: true,
      });
      await page.goto(`${daemon.url}/#/settings/connections`);
      const section = page.getByRole("region", { name: /^(Model servers|模型服务器)$/ });
      const address = section.getByRole("textbox", { name: /^(Address|地址)$/ });
      const key = section.getByLabel(/^(Key, if it needs one|密钥（如果需要）)$/);
      const add = section.getByRole("button", { name: /^(Add server|添加服务器)$/ });
      const status = section.getByRole("status");
      const row = (url: string) => section.getByRole("listitem").filter({ hasText: url });

      // Without its scheme, as people type it.
      await address.fill(open.url.replace("http://", ""));
      await add.click();
      await status.getByText(/2 models|2 个模型/).waitFor();
      await row(open.url)
        .getByText(/^(Connected|已连接)$/)
        .waitFor();
      expect(await address.inputValue()).toBe("");

      // A key that is refused is not stored, and what was typed stays.
      await address.fill(locked.url);
      await key.fill("wrong-key");
      await add.click();
      await status.getByText(/Nothing was stored|没有保存任何内容/).waitFor();
      expect(await readFile(file, "utf8")).not.toContain("wrong-key");
      await key.fill("s3cret-key");
      await page.keyboard.press("Enter");
      await row(locked.url)
        .getByText(/key stored|已保存密钥/)
        .waitFor();
      expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
        servers: [{ url: locked.url, key: "s3cret-key" }, { url: open.url }],
      });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      // Only its own server saw the key, and the page does not show it.
      expect(open.heard.every(({ headers }) => headers.authorization === undefined)).toBe(true);
      expect(await page.content()).not.toContain("s3cret-key");

      locked.wants("another-key");
      await page.reload();
      await row(locked.url)
        .getByText(/^(Needs a key|需要密钥)$/)
        .waitFor();
      await section.getByRole("button", { name: new RegExp(locked.url) }).click();
      await section.getByLabel(/^Key for http|的密钥$/).fill("another-key");
      await page.screenshot({ path: join(output, `connections-${look.colorScheme}-${look.locale}.png`) });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
      await section.getByRole("button", { name: /^(Save key|保存密钥)$/ }).click();
      await row(locked.url)
        .getByText(/^(Connected|已连接)$/)
        .waitFor();

      const { models, servers } = await daemon.client.call("listChoices");
      expect(models.map(({ label }) => label)).toEqual(
        expect.arrayContaining(["falcon-32b", "merlin-7b", "osprey-9b"]),
      );
      expect(servers).toContainEqual({ url: locked.url, kind: "openai", saved: true, keyed: true });

      // Its button asks once, and the key goes with the server.
      await row(locked.url)
        .getByRole("button", { name: /^(Remove|移除)$/ })
        .click();
      await row(locked.url)
        .getByText(/and its key\?|及其密钥？/)
        .waitFor();
      await row(locked.url)
        .getByRole("button", { name: /^(Remove|移除)$/ })
        .click();
      await row(locked.url).waitFor({ state: "detached" });
      expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ servers: [{ url: open.url }] });

      // What is no model server is said, and not stored.
      await address.fill("127.0.0.1:9");
      await add.click();
      await status.getByText(/Cannot connect to|无法连接/).waitFor();
      expect(await readFile(file, "utf8")).not.toContain("127.0.0.1:9");
      await page.screenshot({
        path: join(output, `connections-refused-${look.colorScheme}-${look.locale}.png`),
      });
    },
  );

  it("keep the server that answers: it has no button that removes it", async () => {
    const server = await startServer(["falcon-32b"]);
    const daemon = await startTestDaemon({});
    await daemon.client.call("loadModel", { body: { url: server.url } });
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/settings/connections`);
    const row = page.getByRole("listitem").filter({ hasText: server.url });
    await row.getByText("In use").waitFor();
    expect(await row.getByRole("button", { name: "Remove" }).count()).toBe(0);
    await row.getByRole("button", { name: `Add key: ${server.url}` }).waitFor();
  });
});
