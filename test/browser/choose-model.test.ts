import { mkdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole, say, showSession } from "./open-console.ts";

/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");

async function startServer(names: readonly string[], key?: string): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  if (key !== undefined) server.wants(key);
  server.answers("GET /v1/models", { object: "list", data: names.map((id) => ({ id })) });
  server.otherwise(({ body }) => ({ body: said(`I am ${String(JSON.parse(body).model)}.`) }));
  return server;
}

const openMenu = async (page: Page) => {
  const closed = page.getByRole("button", { name: /^(Model|模型)/ });
  await closed.click();
  return page.getByRole("list", { name: /^(Choose a model|选择模型)$/ });
};

describe.skipIf(testChromium === undefined)("the model in the header", () => {
  it.each([
    { colorScheme: "light", locale: "en-US", width: 1440 },
    { colorScheme: "dark", locale: "zh-CN", width: 360 },
  ] as const)("is chosen among all there are, in $colorScheme and $locale", async ({ width, ...look }) => {
    mkdirSync(output, { recursive: true });
    const server = await startServer(["falcon-32b", "merlin-7b"]);
    const locked = await startServer(["osprey-9b"], "s3cret");
    const daemon = await startTestDaemon({});
    const body = { url: locked.url, model: "osprey-9b", key: "s3cret" };
    await daemon.client.call("loadModel", { body });
    await daemon.client.call("loadModel", { body: { url: server.url, model: "falcon-32b" } });
    locked.wants("another-key");
    const session = await openTestSession(daemon);
    await session.turn("who are you?");
    const page = await openConsole(daemon, {
      ...look,
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
      bypassCSP: true,
    });
    await showSession(page, session.id);
    await say(page, "/model");
    await page.getByRole("list", { name: /^(Choose a model|选择模型)$/ }).waitFor();
    await page.keyboard.press("Escape");
    const list = await openMenu(page);
    await list.getByRole("button", { name: /falcon-32b/, pressed: true }).waitFor();
    await page.screenshot({ path: join(output, `choose-model-${look.colorScheme}.png`) });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
    // A key that is not the right one any more is asked for.
    await page.getByLabel(locked.url).fill("another-key");
    await page.getByRole("button", { name: /^(Use this server|使用这个服务器)$/ }).click();
    await list.getByRole("button", { name: /osprey-9b/, pressed: true }).waitFor();
    await list.getByRole("button", { name: /merlin-7b/ }).click();
    await list.getByRole("button", { name: /merlin-7b/, pressed: true }).waitFor();
    await page.keyboard.press("Escape");
    await say(page, "and now?");
    await conversation(page).getByText("I am merlin-7b.").waitFor();
  });

  it.each([
    { colorScheme: "dark", locale: "en-US" },
    { colorScheme: "light", locale: "zh-CN" },
  ] as const)("that is another than a session's is said, in $colorScheme and $locale", async (look) => {
    mkdirSync(output, { recursive: true });
    const server = await startServer(["falcon-32b", "merlin-7b"]);
    const daemon = await startTestDaemon({});
    const choose = (model: string) => daemon.client.call("loadModel", { body: { url: server.url, model } });
    await choose("falcon-32b");
    const session = await openTestSession(daemon);
    await session.turn("who are you?");
    await choose("merlin-7b");
    const page = await openConsole(daemon, { ...look, reducedMotion: "reduce" });
    await showSession(page, session.id);
    await say(page, "and now?");
    const talk = conversation(page);
    await talk.getByRole("button", { name: /falcon-32b/ }).waitFor();
    await page.screenshot({ path: join(output, `model-changed-${look.colorScheme}.png`) });
    expect(server.chats).toHaveLength(1);
    await talk.getByRole("button", { name: /merlin-7b/ }).click();
    await talk.getByText("I am merlin-7b.").waitFor();
    await choose("falcon-32b");
    await say(page, "go on");
    await talk
      .getByRole("button", { name: /merlin-7b/ })
      .first()
      .click();
    await expect
      .poll(() => server.chats.map(({ body }) => JSON.parse(body).model))
      .toEqual(["falcon-32b", "merlin-7b", "merlin-7b"]);
  });

  it.skipIf(testEngine === undefined)(
    "is a file whose header has another name, and is gone back to",
    async () => {
      const server = await startServer(["falcon-32b"]);
      const daemon = await startTestDaemon({});
      const path = join(daemon.folder, "own-q4_k_m.gguf");
      await writeScriptedModel(path, standardScripts, { name: "Own Instruct GGUF" });
      await daemon.client.call("loadModel", { body: { path } });
      const session = await openTestSession(daemon);
      await session.turn("hello");
      await daemon.client.call("loadModel", { body: { url: server.url, model: "falcon-32b" } });
      const page = await openConsole(daemon, { locale: "en-US", reducedMotion: "reduce" });
      await showSession(page, session.id);
      await say(page, "and now?");
      const talk = conversation(page);
      const back = talk.getByRole("button", { name: "Use own-q4_k_m again" });
      const gone = talk.getByText(/own-q4_k_m is not available now/);
      await back.waitFor();
      expect(await gone.count()).toBe(0);
      // What is said of a file that is gone ends when it is back and loaded.
      await rename(path, `${path}.away`);
      await page.reload();
      await gone.waitFor();
      expect(await back.count()).toBe(0);
      await rename(`${path}.away`, path);
      await daemon.client.call("loadModel", { body: { path } });
      await back.waitFor();
      await expect.poll(() => gone.count()).toBe(0);
      expect(await talk.getByRole("button", { name: /Continue with/ }).count()).toBe(0);
      await back.click();
      await expect.poll(() => talk.getByText(/my plain answer/).count()).toBe(2);
      expect(server.chats).toHaveLength(0);
    },
  );

  it.skipIf(testEngine === undefined)("is loaded again where its file was gone and is back", async () => {
    const daemon = await startTestDaemon({});
    const path = join(daemon.folder, "own.gguf");
    await writeScriptedModel(path, standardScripts, { name: "Own Instruct GGUF" });
    await daemon.client.call("loadModel", { body: { path } });
    const session = await openTestSession(daemon);
    await session.turn("hello");
    await daemon.stop();
    await rename(path, `${path}.away`);
    await daemon.start();
    const page = await openConsole(daemon, { locale: "en-US" });
    await showSession(page, session.id);
    await rename(`${path}.away`, path);
    const list = await openMenu(page);
    await list.getByRole("button", { name: new RegExp(path), pressed: true }).click();
    const stateOf = async () => (await daemon.client.call("status")).engine.state;
    await expect.poll(stateOf).toBe("ready");
  });

  it("is not asked for by a command that cannot work while the page is open", async () => {
    const daemon = await startTestDaemon({});
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/engine`);
    await page.getByText(/models load \/path\/to\/model\.gguf/).waitFor();
    expect(await page.getByText(/serve --model/).count()).toBe(0);
  });
});
