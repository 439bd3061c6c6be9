import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon, writeFiles } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { freshPage, logIn, say, showSession, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("commands in the message field", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts });
  });

  it("are offered while they are typed, done and never sent; what is none is asked about", async () => {
    const { page, id } = await openSessionIn(daemon, {});
    const field = page.getByRole("textbox", { name: "Message" });
    const offered = page.getByRole("listbox", { name: "Commands" });
    await say(page, "[[plain]] begin");
    await turnsEnded(page, 1);
    const wordsSaid = async () => bodiesOf(await logOf(daemon, id), "turn.started").map(({ text }) => text);

    await field.pressSequentially("/mo");
    expect(await offered.getByRole("option").count()).toBe(2);
    await field.press("Tab");
    await field.pressSequentially("pl");
    await field.press("Tab");
    await field.press("Enter");
    await page.getByText("Mode: ").waitFor();
    expect(bodiesOf(await logOf(daemon, id), "mode.set").map(({ mode }) => mode)).toEqual(["plan"]);
    expect(await field.inputValue()).toBe("");

    await say(page, "/mdoe ask");
    await page.getByRole("button", { name: "Use /mode" }).click();
    expect(await field.inputValue()).toBe("/mode ask");
    await say(page, "/mdoe ask");
    expect(await wordsSaid()).toEqual(["[[plain]] begin"]);
    await page.getByRole("button", { name: "Send as a message" }).click();
    await turnsEnded(page, 2);
    // A path is words.
    await say(page, "/etc/hosts is [[plain]]");
    await turnsEnded(page, 3);
    expect(await wordsSaid()).toEqual(["[[plain]] begin", "/mdoe ask", "/etc/hosts is [[plain]]"]);
  });

  it("a file of the folder is found behind an @ by some of its letters, and taken by Enter", async () => {
    const files = { "src/parser/tokens.ts": "1\n", "src/paint.ts": "2\n", "node_modules/tokens.ts": "3\n" };
    const { page } = await openSessionIn(daemon, files);
    const field = page.getByRole("textbox", { name: "Message" });
    const offered = page.getByRole("listbox", { name: "Files" });
    await field.pressSequentially("look at @");
    await expect.poll(() => offered.getByRole("option").count()).toBe(2);
    await field.pressSequentially("pato");
    await expect.poll(() => offered.getByRole("option").allTextContents()).toEqual(["src/parser/tokens.ts"]);
    await field.press("Enter");
    expect(await field.inputValue()).toBe("look at src/parser/tokens.ts ");
    expect(await offered.count()).toBe(0);
    // An address of a person is none.
    await field.pressSequentially("for me@to");
    expect(await offered.count()).toBe(0);
  });

  it("files are offered as well where the @ was typed before the page knew the folder of the session", async () => {
    const folder = await mkdtemp(join(daemon.folder, "project-"));
    await writeFiles(folder, { "tokens.ts": "1\n" });
    const { session } = await daemon.client.call("openSession", { body: { workspace: folder } });
    const page = await freshPage();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/api\/v1\/events\?/, async (stream) => {
      await arrived;
      await stream.continue();
    });
    await logIn(page, daemon);
    await showSession(page, session.id);
    await page.getByRole("textbox", { name: "Message" }).pressSequentially("look at @");
    arrive();
    const offered = page.getByRole("listbox", { name: "Files" });
    await expect.poll(() => offered.getByRole("option").allTextContents()).toEqual(["tokens.ts"]);
  });
});
