import { expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, openConsole, say } from "./open-console.ts";
import { newSessionIn } from "./sessions.ts";

type Heard = {
  heard: string[];
  isAway: boolean;
  answer: "default" | "granted" | "denied";
  newest?: { onclick?: () => void };
};

/** A window that is out of sight when it is told so, and a system that writes down what it is asked to show. */
function watchedSystem() {
  const page = window as unknown as Heard;
  page.heard = [];
  page.isAway = false;
  page.answer = "granted";
  const tags = new Set<string>();
  Object.defineProperty(document, "hidden", { get: () => page.isAway });
  let permission = "default";
  class Notice {
    static get permission() {
      return permission;
    }
    static async requestPermission() {
      permission = page.answer;
      return permission;
    }
    onclick?: () => void;
    constructor(title: string, { tag }: { tag: string }) {
      page.newest = this;
      // What has the tag of one that was shown takes its place without a sound.
      if (!tags.has(tag)) page.heard.push(title);
      tags.add(tag);
    }
  }
  Object.assign(window, { Notification: Notice });
}

it.skipIf(testEngine === undefined || testChromium === undefined)(
  "a long turn offers notifications, asks the browser at a click, and tells only who is away",
  async () => {
    const scripts = { ...standardScripts, sleeps: callsTool("shell", { command: "sleep 120" }) };
    const daemon = await startTestDaemon({ scripts });
    const page = await openConsole(daemon);
    await page.addInitScript(watchedSystem);
    const { id } = await newSessionIn(page, daemon, standardFiles);
    await page.reload();
    const heard = () => page.evaluate(() => (window as unknown as Heard).heard);
    await say(page, "[[sleeps]]");
    const offer = page.getByRole("button", { name: "Notify me" });
    // A question is no long turn: nothing is offered beside it.
    await conversation(page).getByRole("button", { name: "Allow once" }).click();
    await offer.click();
    await offer.waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await conversation(page).getByText("Stopped by you.").waitFor();
    await say(page, "[[plain]]");
    await conversation(page).getByText("this is my plain answer").waitFor();
    const row = page.getByRole("navigation", { name: "Sessions" }).getByRole("link", { name: /\bdone\b/ });
    await row.waitFor();
    expect(await heard()).toEqual([]);

    await page.evaluate(() => {
      (window as unknown as Heard).isAway = true;
    });
    await daemon.client.call("sendOp", {
      params: { id },
      body: { type: "send-message", text: "[[shell]]", opId: "op-away" },
    });
    await expect.poll(heard).toEqual([expect.stringMatching(/^Needs you: /)]);
    await page.getByRole("button", { name: "Allow once" }).first().click();
    await expect.poll(async () => (await heard()).length).toBe(2);
    await daemon.client.call("sendOp", {
      params: { id },
      body: { type: "set-title", title: "a\u202eb", opId: "op-title" },
    });
    await daemon.client.call("sendOp", {
      params: { id },
      body: { type: "send-message", text: "[[shell]]", opId: "op-again" },
    });
    await expect.poll(heard).toHaveLength(3);
    expect((await heard())[2]).toMatch(/^Needs you: a[^\u202e]+b/);

    // It leads to the session, and what stands beside it stays.
    const { session: other } = await daemon.client.call("openSession", {
      body: { workspace: daemon.workspace },
    });
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/sessions/${other.id}/beside/${id}`);
    await page.evaluate(() => (window as unknown as Heard).newest?.onclick?.());
    expect(page.url()).toMatch(new RegExp(`#/sessions/${other.id}/beside/${id}/focus$`));

    await page.goto(`${daemon.url}/#/settings`);
    const field = page.getByRole("combobox", { name: "Notifications while this page is out of sight" });
    await choose(field, "off");
    await page.reload();
    await expect.poll(() => field.textContent()).toContain("Off");

    // A question of the browser that is closed leaves the choice; one that is refused says what to do.
    const answers = (answer: Heard["answer"]) =>
      page.evaluate((given) => {
        (window as unknown as Heard).answer = given;
      }, answer);
    await choose(field, "ask");
    await answers("default");
    await choose(field, "on");
    await answers("denied");
    await choose(field, "on");
    await page.getByText("The browser blocks notifications of this page.").waitFor();
    expect(await field.textContent()).toContain("Offer them in a long turn");
  },
);
