import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { bookFiles, bookScripts } from "../models/book-scripts.ts";
import { nanoModel, needModel } from "../models/nano-model.ts";
import { openConsole, wordsOf } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");

/** What a command says, in a terminal beside the page. */
async function commandOf({ dataFolder, folder }: TestDaemon, ...words: string[]): Promise<string> {
  const { PATH } = process.env;
  const env = { PATH, HOME: folder, LANG: "C.UTF-8", KESTREL_DATA_DIR: dataFolder };
  const program = join(import.meta.dirname, "..", "..", "dist", "kestrel.cjs");
  return (await promisify(execFile)(process.execPath, [program, ...words], { cwd: folder, env })).stdout;
}

describe.skipIf(missing)("the engine page of a daemon whose loadout names a crew", () => {
  it("has the models beside the lead once they were needed, each with its state, memory, slots and log", async () => {
    mkdirSync(output, { recursive: true });
    const loadout = `[crew.copilot]\npath = "${needModel(nanoModel)}"\nwindow = 4096\n`;
    const daemon = await startTestDaemon({ scripts: bookScripts, files: bookFiles, loadout });
    const page = await openConsole(daemon, {
      reducedMotion: "reduce",
      viewport: { width: 1440, height: 900 },
    });
    await page.goto(`${daemon.url}/#/engine`);
    await page.getByRole("heading", { name: "Models on this machine" }).waitFor();
    expect(await page.getByRole("heading", { name: "Other models" }).count()).toBe(0);

    const session = await openTestSession(daemon);
    await session.turn("Read the harbour book. [[p1]]");
    await session.send({ type: "compact" });
    await page.getByRole("heading", { name: "Other models" }).waitFor();
    const card = page.getByRole("article").filter({ hasText: "kestrel-nano" });
    await card.getByText("Memory", { exact: true }).waitFor();
    await card.getByText("Slots", { exact: true }).waitFor();
    const words = (await wordsOf(card)).replaceAll(/\s+/g, " ");
    expect(words).toMatch(/kestrel-nano ?summarizer ?(ready|busy)/);
    expect(words).toMatch(/Memory ?[\d.]+ MiB: weights/);
    expect(words).toMatch(/Slots ?1/);
    await card.getByText("Last output").click();
    await card.getByText(/listening on/).waitFor();

    // One of the two is unloaded, and loaded again; the lead is not touched.
    const leads = async () => (await daemon.client.call("listEngines")).engines[0]?.status.state;
    const unload = card.getByRole("button", { name: "Unload: kestrel-nano" });
    const load = card.getByRole("button", { name: "Load: kestrel-nano" });
    await card.getByText(/^ready$/).waitFor();
    await page.screenshot({ path: join(output, "engines-beside-1440.png") });
    await unload.click();
    await card.getByText(/^stopped$/).waitFor();
    expect(await leads()).toBe("ready");
    await load.click();
    await card.getByText(/^ready$/).waitFor();
    expect(await commandOf(daemon, "models", "unload", "kestrel-nano")).toContain("Unloaded.");
    await card.getByText(/^stopped$/).waitFor();
    expect(await commandOf(daemon, "models", "ps")).toMatch(/summarizer\): not started/);
    expect(await leads()).toBe("ready");
    await load.click();
    await card.getByText(/^ready$/).waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await card.scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(output, "engines-beside-360.png") });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider).toBeLessThanOrEqual(0);
  });
});
