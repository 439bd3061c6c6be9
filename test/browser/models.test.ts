import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, openConsole, say, turnsEnded, wordsOf } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("models on this machine", () => {
  let folder: string;
  let daemon: TestDaemon;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-shelf-"));
    await writeScriptedModel(join(folder, "other-Q8_0.gguf"), standardScripts);
    const config = `[models]\nfolders = [${JSON.stringify(folder)}]\n`;
    daemon = await startTestDaemon({ config });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const enginePage = async () => {
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: /^Models/ }).click();
    return { page, main: page.getByRole("main") };
  };
  /** What the page says of one model, opened. */
  const rowOf = async (main: Locator, hasText: string) => {
    const row = main.locator("details").filter({ hasText });
    await row.locator("summary").first().click();
    return row;
  };

  it("where none is named kestrel-nano says what it is, and one click says what it can do", async () => {
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: "New session" }).click();
    const empty = conversation(page);
    await empty.getByText(/^kestrel-nano: a very small demonstration model/).waitFor();
    await empty.getByRole("button", { name: "Read greeting.js" }).waitFor();
    await empty.getByRole("button", { name: "List the files" }).click();
    await turnsEnded(page, 1);
    expect(await wordsOf(conversation(page))).toContain("List the files");
    await page.getByRole("link", { name: /^Models/ }).click();
    const main = page.getByRole("main");
    await main.getByText(/^kestrel-nano: a very small demonstration model/).waitFor();
    await main.getByRole("link", { name: "Use your own model" }).click();
    await main.getByRole("heading", { level: 1, name: "Use your own model" }).waitFor();
  });

  it("one is loaded with a chosen window and unloaded again; the next message starts it with that window", async () => {
    const { page, main } = await enginePage();
    const row = await rowOf(main, folder);
    await choose(row.getByRole("combobox", { name: "Window" }), "4096");
    expect(await wordsOf(row)).toMatch(/Takes about ~[\d.]+ [KMG]iB: weights/);
    await row.getByRole("button", { name: "Load" }).click();
    await row.getByText("loaded", { exact: true }).waitFor();
    await main.getByRole("heading", { name: "What is known about this model" }).waitFor();
    expect(await wordsOf(main)).toContain("other-Q8_0.gguf");
    await row.getByRole("button", { name: "Unload" }).click();
    await main.getByText("It starts with your next message.").waitFor();

    await page.getByRole("link", { name: "New session" }).click();
    await say(page, "[[plain]]");
    await turnsEnded(page, 1);
    await page.getByRole("button", { name: /^Model:/ }).click();
    await page.getByText(/4,096 tokens/).waitFor();
    expect(await conversation(page).getByRole("article").count()).toBe(2);
  });

  it("is loaded as its own options say, which the settings keep for its next start", async () => {
    const { main } = await enginePage();
    const row = await rowOf(main, folder);
    await row.getByText("How it is loaded").click();
    await choose(row.getByRole("combobox", { name: "Type of the cache (KV)" }), "q8_0");
    await choose(row.getByRole("combobox", { name: "Flash attention" }), "on");
    await row.getByLabel("Layers on the graphics processor").fill("0");
    await row.getByRole("button", { name: /^(?:Load|Reload)/ }).click();
    const started = async () => {
      const { engine } = await daemon.client.call("status");
      return `${engine.state} ${engine.command?.join(" ")}`;
    };
    await expect
      .poll(started, { timeout: 30_000 })
      .toMatch(/^(?:ready|busy) .* -ngl 0 -ctk q8_0 -ctv q8_0 -fa on /);
    await row.getByText("loaded", { exact: true }).waitFor();
    const { settings } = await daemon.client.call("settings");
    const kept = settings.find(({ key }) => key === "models.options");
    expect(kept).toMatchObject({ origin: "user" });
    expect(String(kept?.value)).toMatch(
      /^other-q8_0 .*gpu_layers=0 .*kv=q8_0|^other-q8_0 .*kv=q8_0.*gpu_layers=0/,
    );
    await row.getByRole("button", { name: "Unload" }).click();
    await main.getByText("It starts with your next message.").waitFor();
  });

  it("after another model there is a way back to kestrel-nano", async () => {
    const { main } = await enginePage();
    const other = await rowOf(main, folder);
    await other.getByRole("button", { name: /^(?:Load|Reload)/ }).click();
    await other.getByText("loaded", { exact: true }).waitFor();
    const nano = await rowOf(main, "comes with Kestrel");
    // The model that was loaded is asked about itself first; until then it is at work and stays.
    const back = nano.getByRole("button", { name: /^Load$/ });
    await vi.waitFor(
      async () => {
        if ((await back.count()) > 0) await back.click();
        await nano.getByText("loaded", { exact: true }).waitFor({ timeout: 3_000 });
      },
      { timeout: 60_000 },
    );
    await main.getByText(/^kestrel-nano: a very small demonstration model/).waitFor();
    const { engine } = await daemon.client.call("status");
    expect(engine.model).toMatchObject({ traits: { notice: "demonstration" }, window: 4096 });
  });

  it("a file anywhere is loaded from its folder; what is no model is refused, and the one in use stays", async () => {
    const place = await realpath(await mkdtemp(join(tmpdir(), "kestrel-elsewhere-")));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    await mkdir(join(place, "deep"));
    await writeScriptedModel(join(place, "deep", "found-Q8_0.gguf"), standardScripts);
    await writeFile(join(place, "broken.gguf"), "GGUF, they say");
    const { main } = await enginePage();
    const field = main.getByLabel("A GGUF file, by its full path");
    const load = main.getByRole("button", { name: "Load this file" });
    const before = (await daemon.client.call("status")).engine.label;
    for (const wrong of ["broken.gguf", "nothing.gguf", "deep"]) {
      await field.fill(join(place, wrong));
      await load.click();
      await main.getByRole("alert").filter({ hasText: wrong }).waitFor();
    }
    expect((await daemon.client.call("status")).engine.label).toBe(before);

    await main.getByRole("button", { name: "Choose" }).click();
    const picker = main.getByRole("region", { name: "Folders" });
    // The home folder comes first; the way up leads to the top, and from there down again.
    const path = picker.locator("p").filter({ hasText: /^\// });
    for (let here = (await path.textContent()) ?? ""; here !== "/"; here = dirname(here)) {
      await picker.getByRole("button", { name: "One folder up" }).click();
      await picker.getByText(dirname(here), { exact: true }).waitFor();
    }
    for (const name of [...place.split("/").filter(Boolean), "deep"])
      await picker.getByRole("button", { name, exact: true }).click();
    await picker.getByRole("button", { name: /^found-Q8_0\.gguf/ }).click();
    expect(await field.inputValue()).toBe(join(place, "deep", "found-Q8_0.gguf"));
    await load.click();
    const row = main.locator("details").filter({ hasText: join(place, "deep") });
    await row.getByText("loaded", { exact: true }).waitFor();
  });

  it("one that loads is said to load, and its file is found from then on", async () => {
    const home = await mkdtemp(join(tmpdir(), "kestrel-home-"));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const server = await FakeModelServer.start();
    onTestFinished(() => server.stop());
    const loading = { error: { message: "Loading model", type: "unavailable_error", code: 503 } };
    for (const route of ["GET /props", "GET /v1/models"]) server.answers(route, loading, 503);
    const config = `[model]\nsource = "connect"\nurl = "${server.url}"\nname = "falcon-32b"\n`;
    const fresh = await startTestDaemon({
      config,
      environment: { PATH: process.env.PATH ?? "", HOME: home, KESTREL_ENGINE_PATH: testEngine ?? "" },
    });
    const page = await openConsole(fresh);
    await page.goto(`${new URL(page.url()).origin}/#/own-model`);
    const main = page.getByRole("main");
    await main.getByText(/^(Loading the model|falcon-32b is loading\.)$/).waitFor();
    await main.getByRole("heading", { level: 1, name: "Use your own model" }).waitFor();
    const none = main.getByText("No model file (GGUF) of your own was found on this disk.");
    await none.waitFor();
    await writeScriptedModel(join(home, "own.gguf"), standardScripts);
    await main.getByLabel("A GGUF file, by its full path").fill("~/own.gguf");
    await main.getByRole("button", { name: "Load this file" }).click();
    await main.getByText("own answers now.").waitFor();
    await expect.poll(() => none.count()).toBe(0);
  });

  it("a server is used by its address, with the model that is chosen there", async () => {
    const server = await FakeModelServer.start();
    onTestFinished(() => server.stop());
    server.answers("GET /v1/models", { object: "list", data: [{ id: "first" }, { id: "second" }] });
    server.otherwise(() => ({ body: said("From the server.") }));
    const page = await openConsole(daemon);
    await page.goto(`${new URL(page.url()).origin}/#/own-model`);
    const main = page.getByRole("main");
    const field = main.getByLabel("A model's server, by its address");
    const use = main.getByRole("button", { name: "Use this server", exact: true }).last();
    const before = (await daemon.client.call("status")).engine.label;
    await field.fill("http://127.0.0.1:9");
    await use.click();
    await main.getByRole("alert").filter({ hasText: "Cannot connect to http://127.0.0.1:9." }).waitFor();
    expect((await daemon.client.call("status")).engine.label).toBe(before);

    await field.fill(server.url.replace("http://", ""));
    await use.click();
    await main.getByRole("button", { name: "second" }).click();
    await main
      .getByRole("status")
      .filter({ hasText: `second at ${server.url} is used now.` })
      .waitFor();
    await main.getByText("second answers now.").waitFor();
    await main.getByRole("link", { name: "Start a session" }).click();
    await say(page, "Hello");
    await conversation(page).getByText("From the server.").waitFor();
    expect(JSON.parse(server.chats.at(-1)?.body ?? "{}")).toMatchObject({ model: "second" });
  });

  it("a server that is not on this machine is said to be so where a session begins, and in it", async () => {
    // It answers here, at an address that nobody can know to be here.
    const server = await FakeModelServer.start();
    onTestFinished(() => server.stop());
    server.answers("GET /v1/models", { object: "list", data: [{ id: "far" }] });
    const url = server.url.replace("127.0.0.1", "127.1");
    const far = await startTestDaemon({ connect: url, accepted: true });
    const { session } = await far.client.call("openSession", { body: { workspace: far.workspace } });
    const line = `The model at ${url} is not on this machine. This session is sent there.`;
    const page = await openConsole(far);
    for (const place of [`draft/${encodeURIComponent(far.workspace)}`, `sessions/${session.id}`]) {
      await page.goto(`${far.url}/#/${place}`);
      await conversation(page).getByText(line).waitFor();
      expect(await page.getByText(line).count()).toBe(1);
    }
  });

  it("what was found stands on the page of ways to an own model", async () => {
    const page = await openConsole(daemon);
    await page.goto(`${new URL(page.url()).origin}/#/own-model`);
    const main = page.getByRole("main");
    await main.getByText(/model files? (is|are) on this disk/).waitFor();
    await main.getByText(/llama-server .* can run them/).waitFor();
    expect(await main.getByRole("heading", { level: 3 }).count()).toBe(3);
  });
});
