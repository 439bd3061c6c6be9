import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { daemonWithLoadouts, listed, loadoutsPage, output, shelved } from "./loadouts.ts";
import { choose, turnsEnded, wordsOf } from "./open-console.ts";
import { logOf } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("a new loadout in the console", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await daemonWithLoadouts();
  });

  it("makes one step by step, with the keyboard alone, to a file and a started session", async () => {
    const page = await loadoutsPage(daemon);
    const press = (key: string) => page.keyboard.press(key);
    await page.getByRole("button", { name: "New loadout" }).press("Enter");
    const aside = page.getByRole("complementary", { name: "Token cost" });
    const total = async () =>
      Number(
        /([\d,]+)$/
          .exec(await wordsOf(aside.locator('[data-part="total"] .tabular').last()))?.[1]
          ?.replaceAll(",", ""),
      );
    await aside.locator('[data-part="tools.core"]').waitFor();
    const bare = await total();
    const next = async (title: string) => {
      await page.getByRole("button", { name: "Next" }).press("Enter");
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
    };
    // A model of this disk shows what it would take; nothing is loaded.
    const model = page.getByRole("combobox", { name: "Model", exact: true });
    const before = await daemon.client.call("status");
    await choose(model, { at: 1 });
    await aside
      .locator("[data-memory]")
      .getByText(/main model .*window/)
      .waitFor();
    expect(await wordsOf(aside.locator("[data-memory]"))).toMatch(/total ?~[\d.,]+ [KMG]iB/);
    await choose(model, { at: 0 });
    await next("Persona");
    await page.getByLabel("Persona: who it is").fill("You keep the accounts of a small shop.");
    await aside.locator('[data-part="persona"]').waitFor();
    const withPersona = await total();
    expect(withPersona).toBeGreaterThan(bare);
    await page.getByLabel("Persona: who it is").fill("wordy ".repeat(900));
    await aside.getByText("Too large: persona takes").waitFor();
    await page.getByLabel("Persona: who it is").fill("You keep the accounts of a small shop.");
    await aside.getByText("Within all limits.").waitFor();
    await next("Tools");
    for (const tool of ["shell", "job"])
      await page.getByRole("checkbox", { name: tool, exact: false }).press(" ");
    await expect.poll(total).toBeLessThan(withPersona);
    await next("Skills");
    await page.getByRole("checkbox", { name: /^ledger/ }).press(" ");
    await aside.locator('[data-part="skills"]').waitFor();
    expect(await page.getByRole("checkbox", { name: /^Only these/ }).isChecked()).toBe(true);
    await next("MCP servers");
    await next("Mode");
    await page.getByRole("radio", { name: /^Plan/ }).press(" ");
    await next("Crew");
    await choose(page.getByRole("combobox", { name: "reviewer" }), { at: 1 });
    await aside
      .locator("[data-memory]")
      .getByText(/reviewer/)
      .waitFor();
    await next("Check and save");
    const save = page.getByRole("button", { name: "Save", exact: true });
    for (const name of ["../out", ".hidden", "a/b"]) {
      await page.getByLabel("Name", { exact: true }).fill(name);
      expect(await save.isDisabled()).toBe(true);
    }
    await page.getByLabel("Name", { exact: true }).fill("accounts");
    await page.getByLabel("What it is good for").fill("The shop's accounts.");
    await page.screenshot({ path: join(output, "loadouts-wizard.png"), fullPage: true });
    await press("Enter");
    await page.getByText(/^Saved: .*accounts\.toml$/).waitFor();
    const folder = join(daemon.dataFolder, "config", "loadouts");
    expect((await readdir(folder)).sort()).toEqual(
      ["accounts.toml", ...Object.keys(shelved).map((name) => `${name}.toml`)].sort(),
    );
    const text = await readFile(join(folder, "accounts.toml"), "utf8");
    expect(text).toContain('persona = "You keep the accounts of a small shop."');
    expect(text).toContain('skills = [ "ledger" ]');
    expect(text).toContain("[crew.critic]");
    expect(text).not.toContain('"shell"');
    // Nothing was started for any of it.
    expect((await daemon.client.call("status")).engine.command).toEqual(before.engine.command);

    await page.getByLabel("First task").fill("[[greet]]");
    await page.getByRole("button", { name: "Start" }).press("Enter");
    await page.waitForURL(/#\/sessions\//);
    await turnsEnded(page, 1);
    const [first] = bodiesOf(await logOf(daemon, page.url().split("/").at(-1) ?? ""), "session.opened");
    expect(first?.loadout).toMatchObject({
      name: "accounts",
      digest: (await listed(daemon, "accounts")).checked?.digest,
    });
    expect(first?.mode).toBe("plan");
    expect(first?.prefix.system).toContain("small shop");
    // A second of that name is refused, and the first stays as it is.
    const again = { draft: { name: "accounts", persona: "Another." } };
    await expect(daemon.client.call("saveLoadout", { body: again })).rejects.toMatchObject({
      code: "loadout_unavailable",
    });
    expect(await readFile(join(folder, "accounts.toml"), "utf8")).toBe(text);
  });

  it("has an address of its own, and loses nothing by a reload, by Back or by a look at another page", async () => {
    const page = await loadoutsPage(daemon);
    await page.getByRole("button", { name: "New loadout" }).click();
    expect(page.url()).toMatch(/#\/loadouts\/new$/);
    const step = (name: string) =>
      page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name }).click();
    await step("Persona");
    const words = "You keep the accounts of a small shop, and have written about it for ten minutes.";
    const persona = page.getByLabel("Persona: who it is");
    await persona.fill(words);
    await step("Tools");
    await page.getByRole("checkbox", { name: "shell", exact: false }).uncheck();
    await page.reload();
    expect(await page.getByRole("checkbox", { name: "shell", exact: false }).isChecked()).toBe(false);
    await step("Persona");
    expect(await persona.inputValue()).toBe(words);
    await page.goBack();
    await page.waitForURL(/#\/loadouts$/);
    await page.getByRole("button", { name: "Continue the new loadout" }).click();
    await page.getByRole("link", { name: /^Models/ }).click();
    await page.goto(`${daemon.url}/#/loadouts/new`);
    expect(await persona.inputValue()).toBe(words);
    // It is thrown away only by a second word, and what is saved does not wait any more.
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    expect(await persona.inputValue()).toBe(words);
    await step("Check and save");
    await page.getByLabel("Name", { exact: true }).fill("waited");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText(/^Saved: .*waited\.toml$/).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Model", exact: true }).waitFor();
    await step("Persona");
    expect(await persona.inputValue()).toBe("");
    await persona.fill("Something else.");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Delete them" }).click();
    await page.getByRole("heading", { name: "Model", exact: true }).waitFor();
    await page.getByRole("button", { name: "All loadouts" }).click();
    await page.getByRole("button", { name: "New loadout" }).waitFor();
  });
});
