import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contextLedger, emptySession, evolve } from "@kestrel/session-state";
import { beforeAll, describe, expect, it } from "vitest";
import { pauseInReply } from "../daemon/pause-engine.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, say, turnsEnded, wordsOf } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";
import { firstOfTale, lastOfTale, tale } from "./tale.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("a conversation in the browser", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: { ...standardScripts, tale } });
  });

  /** A browser in a new session on a folder of its own. */
  async function begun(files: Readonly<Record<string, string>> = standardFiles) {
    const { page, id, folder } = await openSessionIn(daemon, files);
    return { page, id, folder, log: () => logOf(daemon, id) };
  }

  it("begins with a one-time link and a folder, and the words arrive one by one", async () => {
    const { page, id, folder } = await begun();
    expect(page.url()).not.toContain("c=");
    await expect.poll(() => wordsOf(page.locator("header"))).toContain(folder);
    await expect.poll(() => wordsOf(page.locator("header"))).toContain("scripted");
    const words = conversation(page);
    const paused = pauseInReply(daemon, followTestSession(daemon, id));
    await say(page, "[[tale]] please");
    const resume = await paused;
    await words.getByText(firstOfTale).waitFor();
    const first = await wordsOf(words);
    expect(first).not.toContain(lastOfTale);
    resume();
    await words.getByText(lastOfTale).waitFor();
    expect((await wordsOf(words)).length).toBeGreaterThan(first.length);
    await turnsEnded(page, 1);
  });

  it("shows an edit as a diff, runs it only when it is allowed, and the file is changed", async () => {
    const { page, folder, log } = await begun();
    const greeting = () => readFileSync(join(folder, "greeting.txt"), "utf8");
    await say(page, "[[edit]]");
    const card = page.getByRole("region", { name: "Change greeting.txt?" });
    await card.getByText("Good evening, dear reader.").waitFor();
    expect(await wordsOf(card)).toContain("Good morning, dear reader.");
    expect(greeting()).toBe("Good morning, dear reader.\n");
    expect(bodiesOf(await log(), "file.changed")).toEqual([]);
    await card.getByRole("button", { name: "Allow once" }).click();
    await turnsEnded(page, 1);
    expect(greeting()).toBe("Good evening, dear reader.\n");
    await conversation(page).getByText("The greeting now says good evening.").waitFor();
  });

  it("takes a no with its reason to the model, and nothing is run", async () => {
    const { page, folder, log } = await begun();
    await say(page, "[[write]]");
    const card = page.getByRole("region", { name: "Create new.txt?" });
    await card.getByRole("button", { name: "Deny with a reason" }).click();
    await card.getByLabel(/^Reason/).fill("Not in this folder.");
    await card.getByRole("button", { name: "Deny", exact: true }).click();
    await turnsEnded(page, 1);
    expect(bodiesOf(await log(), "tool.finished")).toMatchObject([
      { outcome: "denied", content: "The user denied this call. They said: Not in this folder." },
    ]);
    expect(() => readFileSync(join(folder, "new.txt"))).toThrow(/ENOENT/);
  });

  it("shows words said during a turn, changes them, and keeps for the next message what came too late", async () => {
    const { page, log } = await begun();
    await say(page, "[[shell]]");
    await page.getByRole("region", { name: "Run this command?" }).waitFor();
    await say(page, "with care");
    await say(page, "and slowly");
    const pending = page.getByRole("region", { name: "Your queued messages" });
    await pending.getByText("with care").waitFor();
    await pending.getByText("and slowly").waitFor();
    await pending.getByRole("button", { name: "Delete this message" }).first().click();
    await pending.getByText("with care").waitFor({ state: "detached" });
    await pending.getByRole("button", { name: "Edit this message" }).click();
    await pending.getByRole("textbox").fill("and very slowly");
    await pending.getByRole("button", { name: "Save" }).click();
    await pending.getByText("and very slowly").waitFor();
    await page.getByRole("textbox", { name: "Message" }).focus();
    await page.keyboard.press("Escape");
    await conversation(page).getByText("Stopped by you.").waitFor();
    await pending.getByText("Too late for that turn").waitFor();
    expect(await wordsOf(pending)).toContain("and very slowly");
    await say(page, "[[plain]]");
    await turnsEnded(page, 2);
    await pending.waitFor({ state: "detached" });
    const said = bodiesOf(await log(), "context.added").filter(({ kind }) => kind === "steering");
    expect(JSON.stringify([said, bodiesOf(await log(), "pending.edited")])).toContain("and very slowly");
    expect(await conversation(page).getByText("and very slowly").count()).toBe(1);
  });

  it("stops at a click", async () => {
    const { page, id, log } = await begun();
    const paused = pauseInReply(daemon, followTestSession(daemon, id));
    await say(page, "[[tale]]");
    await paused;
    await page.getByRole("button", { name: "Stop" }).click();
    await conversation(page).getByText("Stopped by you.").waitFor();
    expect(bodiesOf(await log(), "turn.ended")).toMatchObject([{ reason: "cancelled" }]);
  });

  it("only reads in plan mode", async () => {
    const { page, folder, log } = await begun();
    await choose(page.getByRole("combobox", { name: "Mode" }), "plan");
    await say(page, "[[edit]]");
    await turnsEnded(page, 1);
    expect(bodiesOf(await log(), "mode.set")).toMatchObject([{ mode: "plan" }]);
    expect(bodiesOf(await log(), "approval.requested")).toEqual([]);
    expect(bodiesOf(await log(), "tool.finished").map(({ outcome }) => outcome)).toEqual(["ok", "denied"]);
    expect(readFileSync(join(folder, "greeting.txt"), "utf8")).toBe("Good morning, dear reader.\n");
  });

  it("shows the numbers of the server and no others", async () => {
    const { page, log } = await begun();
    await say(page, "[[read]]");
    await turnsEnded(page, 1);
    const events = await log();
    const usages = bodiesOf(events, "reply.completed").map(({ usage }) => usage);
    const { prompt = 0, generated = 0 } = usages.at(-1) ?? {};
    const count = new Intl.NumberFormat("en-US").format;
    const sum = (key: "prompt" | "cached") => usages.reduce((all, usage) => all + (usage?.[key] ?? 0), 0);
    expect(sum("cached")).toBeGreaterThan(0);
    const meter = page.getByRole("button", { name: /^Context:/ });
    expect(await meter.getAttribute("aria-label")).toBe(
      `Context: ${count(prompt + generated)} of ${count(8192)} tokens used. Open the context view.`,
    );
    expect(await wordsOf(conversation(page))).toContain(
      `reused ${count(sum("cached"))} of ${count(sum("prompt"))}`,
    );

    await meter.click();
    const ledger = contextLedger(events.reduce(evolve, emptySession));
    const lens = page.getByRole("complementary", { name: "Inspector" });
    for (const kind of ["system", "tools", "user", "assistant", "result"] as const) {
      const told = await lens.locator(`[data-part=${kind}] dd`).textContent();
      expect([kind, told]).toEqual([kind, count(ledger.parts[kind]?.tokens ?? 0)]);
    }
    // What the newest request found is drawn hot, the rest cold.
    const drawn = await lens.getByRole("img").evaluate((drawing) => {
      const width = (look: string) =>
        [...drawing.querySelectorAll(`.${look}`)].reduce(
          (all, one) => all + one.getBoundingClientRect().width,
          0,
        );
      return width("bg-hot") / (width("bg-hot") + width("bg-cold"));
    });
    expect(drawn).toBeCloseTo((usages.at(-1)?.cached ?? 0) / (prompt + generated), 1);
  });

  it("tells its state in the title and the icon of the tab", async () => {
    const { page } = await begun();
    const icon = () => page.locator("link[rel=icon]").getAttribute("href");
    await say(page, "[[shell]]");
    const card = page.getByRole("region", { name: "Run this command?" });
    await card.waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(!\) needs you: /);
    const asking = await icon();
    await card.getByRole("button", { name: "Allow once" }).click();
    await turnsEnded(page, 1);
    await expect.poll(() => page.title()).toBe("[[shell]] · Kestrel");
    expect(await icon()).not.toBe(asking);
  });
});
