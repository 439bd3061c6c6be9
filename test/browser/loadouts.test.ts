import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { startScriptedServer } from "../engine/start-scripted-server.ts";
import { testChromium, testEngine } from "../machine.ts";
import { daemonWithLoadouts, listed, loadoutsPage, output, rowOf } from "./loadouts.ts";
import { choose, openInspector, say, turnsEnded, wordsOf } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("the page of loadouts", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await daemonWithLoadouts();
  });

  const opened = async (page: Page, name: string) => {
    await rowOf(page, name).locator("summary").first().click();
    return rowOf(page, name);
  };
  const widthOf = async (bar: Locator) => (await bar.boundingBox())?.width ?? 0;

  it("tells what is in one, and draws what each part costs in the model's own tokens", async () => {
    const page = await loadoutsPage(daemon);
    const lean = await opened(page, "lean");
    const { checked } = await listed(daemon, "lean");
    expect(checked?.bill.exact).toBe(true);
    for (const { part, tokens } of checked?.bill.parts.filter((one) => one.tokens > 0) ?? []) {
      const words = await wordsOf(lean.locator(`[data-part="${part}"] .tabular`).last());
      expect(words, part).toBe(tokens.toLocaleString("en-US"));
    }
    const bar = (part: string) => lean.locator(`[data-part="${part}"] [aria-hidden] > div`);
    const [words, persona] = [await widthOf(bar("kestrel")), await widthOf(bar("persona"))];
    expect(words).toBeGreaterThan(persona * 5);
    expect(persona).toBeGreaterThan(0);
    const facts = await wordsOf(lean.locator("dl").first());
    for (const told of [
      "You are terse.",
      "read, search",
      "closed and empty",
      "path: secrets/**",
      checked?.digest,
    ])
      expect(facts).toContain(told);
    await lean.getByText("Within all limits.").waitFor();
    await page.screenshot({ path: join(output, "loadouts-one.png"), fullPage: true });
    // Those that come with Kestrel stand behind one's own, and what cannot be read says why.
    expect(await rowOf(page, "coder").getByText("comes with Kestrel").count()).toBe(1);
    await (await opened(page, "broken")).getByText("persona").first().waitFor();
  });

  it("says which part broke its budget, with the arithmetic, and what is not here", async () => {
    const page = await loadoutsPage(daemon);
    const wide = await opened(page, "wide");
    const { excess } = (await listed(daemon, "wide")).checked ?? {};
    if (!excess) throw new Error("wide is over its budget");
    const [tokens, over] = [excess.tokens, excess.tokens - excess.limit].map((one) =>
      one.toLocaleString("en-US"),
    );
    await wide
      .getByText(
        `Too large: persona takes ${tokens} tokens of every session. The limit is 400, so ${over} are over.`,
      )
      .waitFor();
    expect(await wide.locator('[data-part="persona"][data-over]').count()).toBe(1);
    expect(await rowOf(page, "wide").getByText("over the limit").count()).toBe(1);
    await (await opened(page, "gone")).getByText("names pdf, which does not exist here").waitFor();
    const chinese = await loadoutsPage(daemon, { locale: "zh-CN" });
    await (await opened(chinese, "wide")).getByText(`上限为 400，超出 ${over}`).waitFor();
  });

  it("starts a session with one: its name and its digest stand in the first event", async () => {
    const page = await loadoutsPage(daemon);
    const lean = await opened(page, "lean");
    await lean.getByLabel("First task").fill("[[greet]]");
    await lean.getByRole("button", { name: "Start" }).click();
    await page.waitForURL(/#\/sessions\//);
    await turnsEnded(page, 1);
    const id = page.url().split("/").at(-1) ?? "";
    const [first] = bodiesOf(await logOf(daemon, id), "session.opened");
    const { checked } = await listed(daemon, "lean");
    expect(first?.loadout).toEqual({ name: "lean", digest: checked?.digest, deny: ["path: secrets/**"] });
    expect(first?.prefix.tools.map(({ name }) => name)).toEqual(["read", "search"]);
    await page.getByTitle("The session began with the loadout lean.").waitFor();
    await openInspector(page);
    await page.getByText("The session began with the loadout lean.").waitFor();
    // The one of this start lies elsewhere, and is called by its name all the same.
    const { session } = await daemon.client.call("openSession", { body: { loadout: "loadout" } });
    const [other] = bodiesOf(await logOf(daemon, session.id), "session.opened");
    expect(other?.loadout?.name).toBe("loadout");
  });

  it("compares two side by side", async () => {
    const page = await loadoutsPage(daemon);
    await page.getByRole("button", { name: "Compare two" }).click();
    const section = page.getByRole("region", { name: "Compare two loadouts" });
    await choose(section.getByRole("combobox", { name: "One" }), "lean");
    await choose(section.getByRole("combobox", { name: "The other" }), "wide");
    const persona = section.locator('[data-difference="persona"]');
    await persona.getByText("wordy wordy").waitFor();
    expect(await wordsOf(persona)).toContain("You are terse.");
    expect(await section.locator('[data-difference="tools.core.write"]').count()).toBe(1);
    expect(await section.locator('[data-difference="tools.core.read"]').count()).toBe(0);
    const { bill } = (await listed(daemon, "wide")).checked ?? {};
    const together = await wordsOf(section.getByRole("row").last());
    expect(together).toContain(bill?.total.toLocaleString("en-US"));
    await page.screenshot({ path: join(output, "loadouts-compare.png"), fullPage: true });
    await choose(section.getByRole("combobox", { name: "The other" }), "lean");
    await section.getByText("They are the same.").waitFor();
  });

  it("is reached by the palette and by /loadout", async () => {
    const { page } = await openSessionIn(daemon, {});
    await say(page, "/loadout");
    await page.waitForURL(/#\/loadouts$/);
    await page.goto(`${daemon.url}/#/new`);
    await page.getByRole("heading", { name: "Where should Kestrel work?" }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("dialog").getByRole("textbox");
    await field.fill("Loadouts");
    await field.press("Enter");
    await page.waitForURL(/#\/loadouts$/);
  });

  it.each([
    { width: 1440, colorScheme: "dark", locale: "en-US" },
    { width: 360, colorScheme: "light", locale: "en-US" },
    { width: 1440, colorScheme: "light", locale: "zh-CN" },
    { width: 360, colorScheme: "dark", locale: "zh-CN" },
  ] as const)("is whole at $width in $colorScheme and $locale", async ({ width, colorScheme, locale }) => {
    // Only the checker is let past the policy; the page is the same.
    const look = { viewport: { width, height: 900 }, colorScheme, locale, bypassCSP: true };
    const page = await loadoutsPage(daemon, look);
    const whole = async (name: string) => {
      const file = `loadouts-${name}-${width}-${colorScheme}-${locale}.png`;
      await page.screenshot({ path: join(output, file) });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, name).toBeLessThanOrEqual(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.target.join(" ")}`)).toEqual(
        [],
      );
    };
    // The arrow has no line of its own, however long a mark is.
    for (const name of ["gone", "coder"]) {
      const summary = rowOf(page, name).locator("summary").first();
      const [row, arrow] = [await summary.boundingBox(), await summary.locator("svg").last().boundingBox()];
      const middle = (box: typeof row) => (box ? box.y + box.height / 2 : Number.NaN);
      expect(Math.abs(middle(row) - middle(arrow)), name).toBeLessThan(2);
    }
    await opened(page, "wide");
    await whole("list");
    await page.getByRole("button", { name: /^(Compare two|比较两个)$/ }).click();
    await choose(page.getByRole("combobox", { name: /^(One|一个)$/ }), "lean");
    await choose(page.getByRole("combobox", { name: /^(The other|另一个)$/ }), "wide");
    await page.locator('[data-difference="persona"]').waitFor();
    await whole("compare");
    await page.getByRole("button", { name: /^(New loadout|新建方案)$/ }).click();
    await page.locator('aside [data-part="total"]').waitFor();
    for (const step of [/Persona|角色/, /Skills|技能/, /Crew|协作模型/, /Check|检查/]) {
      await page
        .getByRole("navigation", { name: /^(Steps|步骤)$/ })
        .getByRole("button", { name: step })
        .click();
      await whole(`wizard ${step.source.split("|")[0]}`);
    }
  });

  it("shows the file of one, also of a broken one, and deletes it after a second word, to be put back", async () => {
    const file = join(daemon.dataFolder, "config", "loadouts", "doomed.toml");
    await writeFile(file, "persona = 9 # \u202etxet\n");
    const page = await loadoutsPage(daemon);
    const doomed = await opened(page, "doomed");
    await doomed.getByRole("button", { name: "Show its file" }).click();
    await doomed.getByText("persona = 9 # U+202Etxet").waitFor();
    await doomed.getByText(`Edit it in ${file}`).waitFor();
    await doomed.getByRole("button", { name: "Delete" }).click();
    // Enter, typed on, keeps it.
    await page.keyboard.press("Enter");
    await doomed.getByRole("button", { name: "Delete" }).click();
    await doomed
      .getByRole("group", { name: "Delete doomed?" })
      .getByRole("button", { name: "Delete it" })
      .click();
    await rowOf(page, "doomed").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Restore" }).click();
    await rowOf(page, "doomed").waitFor();
    expect(await readFile(file, "utf8")).toContain("persona = 9");
    expect(await (await opened(page, "coder")).getByRole("button", { name: "Delete" }).count()).toBe(0);
    // The one that the next start begins with says why it stays.
    const used = await opened(page, "loadout");
    await used.getByRole("button", { name: "Delete" }).click();
    await used.getByRole("button", { name: "Delete it" }).click();
    await used.getByRole("alert").waitFor();
  });

  it("lists where something goes by a yes, and takes it back", async () => {
    const kept = join(daemon.dataFolder, "config", "accepted-places.json");
    const url = "https://models.example.org/v1";
    await writeFile(kept, JSON.stringify({ places: [{ url }, { url, key: "EXAMPLE_KEY" }] }));
    const same = join(daemon.dataFolder, "config", "loadouts", "same.toml");
    await writeFile(same, `[model]\nsource = "connect"\nurl = "${url}"\n`);
    const page = await loadoutsPage(daemon, { viewport: { width: 360, height: 900 } });
    const places = page.getByRole("region", { name: "Accepted remote endpoints" });
    await places.getByText("with the value of EXAMPLE_KEY").waitFor();
    await places.screenshot({ path: join(output, "loadouts-places.png") });
    await places.getByRole("button", { name: `Revoke ${url}` }).click();
    await places.getByRole("status").getByText(`Revoked: ${url}`).waitFor();
    await places.getByText("also name this address: same.").waitFor();
    await rm(same);
    await places.getByText("with the value of EXAMPLE_KEY").waitFor({ state: "detached" });
    expect(JSON.parse(await readFile(kept, "utf8"))).toEqual({ places: [] });
  });

  it("that names another model says who would answer, and loads its own only when asked to", async () => {
    const { models } = await daemon.client.call("listModels");
    const path = models.find(({ place }) => place === "kestrel")?.path ?? "";
    const text = `[model]\nsource = "self"\npath = ${JSON.stringify(path)}\nwindow = 4096\n`;
    await writeFile(join(daemon.dataFolder, "config", "loadouts", "small.toml"), text);
    const page = await loadoutsPage(daemon);
    const small = await opened(page, "small");
    await small.getByText(/^It is set to .*, but .* is in use\.$/).waitFor();
    expect((await daemon.client.call("status")).engine.command).not.toContain(path);
    await small.getByRole("button", { name: /^Load .* first$/ }).click();
    await expect.poll(async () => (await daemon.client.call("status")).engine.command).toContain(path);
    await small.getByText(/but .* is in use/).waitFor({ state: "detached" });
    await expect.poll(async () => (await daemon.client.call("status")).engine.model?.window).toBe(4096);
  });

  it("that names a server says the same, and has it answer only when asked to", async () => {
    const { url } = await startScriptedServer({ greet: { replies: [{ says: "Hello." }] } });
    const shelf = join(daemon.dataFolder, "config", "loadouts");
    await writeFile(join(shelf, "server.toml"), `[model]\nsource = "connect"\nurl = "${url}"\n`);
    await writeFile(join(shelf, "hosted.toml"), '[model]\nsource = "delegate"\nhost = "ollama"\n');
    const page = await loadoutsPage(daemon);
    await (await opened(page, "hosted")).getByText(/--loadout hosted$/).waitFor();
    const server = await opened(page, "server");
    await server.getByText(`It is set to ${url}, but `).waitFor();
    expect((await daemon.client.call("status")).engine.address).toBeUndefined();
    await server.getByRole("button", { name: `Load ${url} first` }).click();
    await expect.poll(async () => (await daemon.client.call("status")).engine.address).toBe(url);
    await server.getByText(/but .* is in use/).waitFor({ state: "detached" });
  });
});
