import { existsSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { pressAtOnce, say, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

const names = ["one.txt", "two.txt", "three.txt"];
const write = (path: string) => ({ name: "write", arguments: { path, content: `This is ${path}.\n` } });
const long = Array.from({ length: 120 }, (_, line) => `line ${line + 1} of a long file`).join("\n");

describe.skipIf(missing)("several calls of one kind that wait", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({
      scripts: {
        files: { replies: [{ calls: names.map(write) }, { says: "Done as asked." }] },
        "one-long": {
          replies: [
            {
              calls: [write("one.txt"), { name: "write", arguments: { path: "long.txt", content: long } }],
            },
            { says: "Done as asked." },
          ],
        },
        destroys: {
          replies: [
            {
              calls: ["rm -rf build", "rm -rf dist"].map((command) => ({
                name: "shell",
                arguments: { command },
              })),
            },
            { says: "Done as asked." },
          ],
        },
      },
    });
  });

  async function asked(script: string, size = { width: 1440, height: 900 }) {
    const opened = await openSessionIn(
      daemon,
      { "a.txt": "a\n", "build/x": "x\n", "dist/x": "x\n" },
      { viewport: size },
    );
    await say(opened.page, `[[${script}]]`);
    await opened.page.locator("[data-approval]").first().waitFor();
    const together = opened.page.locator("[data-together]");
    const answers = async () => bodiesOf(await logOf(daemon, opened.id), "approval.resolved");
    return { ...opened, together, answers };
  }

  const allowAll = (page: Page) => page.getByRole("button", { name: /^Allow all \d once$/ });

  it("are listed, and allowed by one press once each was on the screen", async () => {
    const { page, folder, together, answers } = await asked("files", { width: 1440, height: 560 });
    await together.getByText("3 similar calls are waiting").waitFor();
    expect(await together.getByRole("listitem").allTextContents()).toEqual(
      names.map((name) => expect.stringContaining(name)),
    );
    expect(await allowAll(page).isDisabled()).toBe(true);
    const next = together.getByRole("button", { name: "Show the next one" });
    while ((await together.getByText("not seen yet").count()) > 0) {
      const left = await together.getByText("not seen yet").count();
      await next.click();
      await expect.poll(() => together.getByText("not seen yet").count()).toBeLessThan(left);
    }
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await expect.poll(() => allowAll(page).isEnabled()).toBe(true);
    await allowAll(page).click();
    await turnsEnded(page, 1);
    expect(await answers()).toMatchObject(names.map(() => ({ decision: "allowed", scope: "once" })));
    for (const name of names) expect(existsSync(join(folder, name))).toBe(true);
  });

  it("can be denied together, and a reload shows the same list", async () => {
    const { page, folder, together, answers } = await asked("files");
    await page.reload();
    await together.getByRole("button", { name: "Deny all 3" }).click();
    await turnsEnded(page, 1);
    expect(await answers()).toMatchObject(names.map(() => ({ decision: "denied" })));
    expect(existsSync(join(folder, "one.txt"))).toBe(false);
  });

  it("one of which parts were skipped is answered by itself", async () => {
    const { page, together, answers } = await asked("one-long");
    const card = page.getByRole("region", { name: "Create long.txt?" });
    await card.getByRole("button", { name: "Skip to the end" }).click();
    await together.getByText("partly skipped: answer it separately").waitFor();
    expect(await allowAll(page).isDisabled()).toBe(true);
    await card.getByRole("button", { name: "Allow once" }).click();
    await together.waitFor({ state: "detached" });
    await page
      .getByRole("region", { name: "Create one.txt?" })
      .getByRole("button", { name: "Allow once" })
      .click();
    await turnsEnded(page, 1);
    expect(await answers()).toHaveLength(2);
  });

  it("are answered by the keyboard alone, and not by a key that came too soon", async () => {
    const { page, together, answers } = await asked("files");
    await expect.poll(() => allowAll(page).isEnabled()).toBe(true);
    await allowAll(page).focus();
    await pressAtOnce(page, "x", "Enter");
    await together.getByText("That key came too soon to count as an answer").waitFor();
    expect(await answers()).toEqual([]);
    await page.waitForTimeout(700);
    await page.keyboard.press("Enter");
    await turnsEnded(page, 1);
    expect(await answers()).toHaveLength(3);
  });

  it("what destroys stands alone", async () => {
    const { page, together } = await asked("destroys");
    await page.getByRole("button", { name: "Deny", exact: true }).waitFor();
    expect(await together.count()).toBe(0);
  });
});
