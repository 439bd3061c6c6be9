import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole, say, turnsEnded, wordsOf } from "./open-console.ts";

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

  it("where none is named kestrel-nano says what it is, and one click says what it can do", async () => {
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: "New session" }).click();
    await page.getByRole("button", { name: /Sample project/ }).click();
    const empty = conversation(page);
    await empty.getByText(/^kestrel-nano: a very small demonstration model/).waitFor();
    await empty.getByRole("button", { name: "Read greeting.js" }).waitFor();
    await empty.getByRole("button", { name: "List the files" }).click();
    await turnsEnded(page, 1);
    expect(await wordsOf(conversation(page))).toContain("List the files");
    await page.getByRole("link", { name: /^Engine/ }).click();
    const main = page.getByRole("main");
    await main.getByText(/^kestrel-nano: a very small demonstration model/).waitFor();
    await main.getByRole("link", { name: "Use your own model" }).click();
    await main.getByRole("heading", { level: 1, name: "Use your own model" }).waitFor();
  });

  it("one is loaded with a chosen window and unloaded again; the next message starts it with that window", async () => {
    const page = await openConsole(daemon);
    await page.getByRole("link", { name: /^Engine/ }).click();
    const main = page.getByRole("main");
    const row = main.locator("details").filter({ hasText: folder });
    await row.locator("summary").click();
    await row.getByLabel("Window").selectOption({ label: "4,096 tokens" });
    expect(await wordsOf(row)).toMatch(/Takes about ~[\d.]+ [KMG]iB: weights/);
    await row.getByRole("button", { name: "Load" }).click();
    await row.getByText("loaded", { exact: true }).waitFor();
    await main.getByRole("heading", { name: "What is known about this model" }).waitFor();
    expect(await wordsOf(main)).toContain("other-Q8_0.gguf");
    await row.getByRole("button", { name: "Unload" }).click();
    await main.getByText("It starts with your next message.").waitFor();

    await page.getByRole("link", { name: "New session" }).click();
    await page.getByRole("button", { name: /Sample project/ }).click();
    await say(page, "[[plain]]");
    await turnsEnded(page, 1);
    await page.getByRole("button", { name: /^Model:/ }).click();
    await page.getByText(/4,096 tokens/).waitFor();
    expect(await conversation(page).getByRole("article").count()).toBe(2);
  });

  it("what was found stands on the page of ways to an own model", async () => {
    const page = await openConsole(daemon);
    await page.goto(`${new URL(page.url()).origin}/#/own-model`);
    const main = page.getByRole("main");
    await main.getByText(/model files? (lies|lie) on this disk/).waitFor();
    await main.getByText(/An engine to run them is here/).waitFor();
    expect(await main.getByRole("heading", { level: 3 }).count()).toBe(3);
  });
});
