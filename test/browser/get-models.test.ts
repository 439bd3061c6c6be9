import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeHub } from "../../packages/runtime/test/downloads/fake-hub.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { openConsole, wordsOf } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
const repository = "Qwen/Qwen3-1.7B-GGUF";
const file = "Qwen3-1.7B-Q8_0.gguf";

describe.skipIf(missing)("getting a model", () => {
  let hub: FakeHub;
  let daemon: TestDaemon;
  let model: Buffer;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-source-"));
    await writeRandomModel(join(folder, "m.gguf"), "llama", { width: 64 });
    model = await readFile(join(folder, "m.gguf"));
    await rm(folder, { recursive: true });
    hub = await FakeHub.start();
    daemon = await startTestDaemon({ config: `[models]\nhub = "${hub.url}"\n` });
  });
  afterAll(() => hub.stop());

  const section = (page: Page) => page.getByRole("region", { name: "Get a model" });
  async function ownModelPage(): Promise<Page> {
    const page = await openConsole(daemon);
    await page.goto(`${new URL(page.url()).origin}/#/own-model`);
    await section(page).getByText("This machine", { exact: true }).waitFor();
    return page;
  }

  it("asks no other machine before a person presses Get, and says what fits with what it costs", async () => {
    const page = await ownModelPage();
    const words = await wordsOf(section(page));
    expect(words).toMatch(/[\d.]+\sGiB memory, \d+ cores/);
    expect(words).toMatch(/qwen3-1\.7b.*needs ~[\d.]+\sGiB.*~[\d.]+ tok\/s.*Apache-2\.0/s);
    expect(hub.asked).toEqual([]);
  });

  it("goes on while the page is closed, is paused and continued, and then is loaded and deleted", async () => {
    hub.has(repository, { [file]: { bytes: model, holds: true } });
    const first = await ownModelPage();
    await section(first)
      .getByRole("button", { name: /^Get .*: qwen3-1\.7b$/ })
      .click();
    await section(first).getByRole("progressbar").waitFor();
    await hub.held();
    await first.close();

    const page = await ownModelPage();
    const here = section(page);
    await here.getByRole("button", { name: "Pause qwen3-1.7b" }).click();
    await here.getByText(/of 556\.\d KiB · paused|paused/).waitFor();
    await page.reload();
    await here.getByText(/paused/).waitFor();
    hub.has(repository, { [file]: model });
    await here.getByRole("button", { name: "Continue qwen3-1.7b" }).click();
    await here.getByRole("button", { name: "Load qwen3-1.7b" }).click();
    expect(hub.asked.at(-1)?.headers.range).toMatch(/^bytes=[1-9]/);
    const path = join(daemon.dataFolder, "models", "Qwen", "Qwen3-1.7B-GGUF", file);
    expect(await readFile(path)).toEqual(model);
    const row = page.getByRole("main").locator("details").filter({ hasText: "Qwen3-1.7B-Q8_0" });
    await row.locator("summary").first().click();
    await row.getByText("loaded", { exact: true }).waitFor();

    await row.getByRole("button", { name: "Unload" }).click();
    await row.getByText("loaded", { exact: true }).waitFor({ state: "detached" });
    await row.getByRole("button", { name: "Delete" }).click();
    await row.getByText(/^Delete Qwen3-1\.7B-Q8_0\? This frees/).waitFor();
    await row.getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });
    expect(existsSync(path)).toBe(false);
    await here.getByRole("button", { name: /^Get .*: qwen3-1\.7b$/ }).waitFor();
  });

  it("says of a model that is there already that nothing was downloaded, and of one without a sum that nothing proves it", async () => {
    const page = await ownModelPage();
    const field = section(page).getByLabel("Another model");
    const get = section(page).getByRole("button", { name: "Get", exact: true });
    const folder = join(daemon.dataFolder, "models", "Ada", "here");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "here-Q8_0.gguf"), model);
    hub.has("Ada/here", { "here-Q8_0.gguf": model });
    await field.fill("hf:Ada/here");
    await get.click();
    await section(page).getByText("Already there, and its checksum matches.").waitFor();
    const other = join(daemon.dataFolder, "models", "127.0.0.1");
    await mkdir(other, { recursive: true });
    await writeFile(join(other, "plain.gguf"), model);
    await field.fill(`${hub.cdn}/plain.gguf`);
    await get.click();
    await section(page).getByText("Already there. Nothing was downloaded.").waitFor();
    await section(page).getByText("The server provides no checksum").waitFor();
  });

  it("says why a model is not downloaded, in place", async () => {
    hub.has("Ada/gated", { "gated-Q8_0.gguf": model });
    hub.gated.set("Ada/gated", ["right"]);
    const page = await ownModelPage();
    const field = section(page).getByLabel("Another model");
    const get = section(page).getByRole("button", { name: "Get", exact: true });
    await field.fill("hf:Ada/gated");
    await get.click();
    await page.getByText("Ada/gated needs an access token").waitFor();
    hub.has("Ada/two", { "a-Q2_K.gguf": model, "a-Q3_K_S.gguf": model });
    await field.fill("hf:Ada/two");
    await get.click();
    await page.getByText("It has: Q2_K, Q3_K_S.").waitFor();
    hub.has("Ada/wrong", { "wrong-Q8_0.gguf": { bytes: model, sum: "0".repeat(64) } });
    await field.fill("hf:Ada/wrong");
    await get.click();
    await section(page)
      .getByText(/its checksum is wrong, so the file was deleted/)
      .waitFor();
    await section(page)
      .getByRole("button", { name: "Cancel wrong-Q8_0 and delete the downloaded part" })
      .click();
    await section(page).getByText("wrong-Q8_0", { exact: true }).waitFor({ state: "detached" });
  });
});
