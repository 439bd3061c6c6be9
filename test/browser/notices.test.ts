import { expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, openConsole, say } from "./open-console.ts";
import { newSessionIn } from "./sessions.ts";

type Heard = { heard: string[]; isAway: boolean };

/** A window that is out of sight when it is told so, and a system that writes down what it is asked to show. */
function watchedSystem() {
  const page = window as unknown as Heard;
  page.heard = [];
  page.isAway = false;
  Object.defineProperty(document, "hidden", { get: () => page.isAway });
  let permission = "default";
  class Notice {
    static get permission() {
      return permission;
    }
    static async requestPermission() {
      permission = "granted";
      return permission;
    }
    constructor(title: string) {
      page.heard.push(title);
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

    await page.goto(`${daemon.url}/#/settings`);
    await choose(page.getByRole("combobox", { name: "Notifications" }), "off");
    await page.reload();
    await expect
      .poll(() => page.getByRole("combobox", { name: "Notifications" }).textContent())
      .toContain("Off");
  },
);
