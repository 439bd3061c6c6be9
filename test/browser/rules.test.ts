import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { conversation, openInspector, say, turnsEnded } from "./open-console.ts";
import { logOf, openSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("a yes goes as far as the person says", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    const runs = (command: string) => callsThenSays("shell", { command }, "Done as asked.");
    daemon = await startTestDaemon({
      scripts: {
        one: runs("touch one.txt"),
        two: runs("touch two.txt"),
        other: runs("env touch three.txt"),
        veiled: runs("touch $HOME"),
        change: callsThenSays("write", { path: "b.txt", content: "b\n" }, "Changed."),
        again: callsThenSays("write", { path: "b.txt", content: "c\n" }, "Changed again."),
      },
    });
  });

  it("from these bytes to a pattern of the session, to the project, and back", async () => {
    const { page, id, folder } = await openSessionIn(daemon, { "a.txt": "a\n" });
    const card = conversation(page).locator("[data-approval]");
    const answers = async () => bodiesOf(await logOf(daemon, id), "approval.resolved");

    await say(page, "[[one]]");
    await card.waitFor();
    await card.getByText("Why it asks, step by step").click();
    await card.getByText("The mode asks: Ask.").waitFor();
    await card.getByRole("button", { name: /^Allow more/ }).click();
    const rule = card.getByLabel("Rule");
    expect(await rule.inputValue()).toBe("command: touch one.txt");
    // Escape puts the rule away and leaves the question, which has the focus: its letters work.
    await rule.press("Escape");
    await rule.waitFor({ state: "detached" });
    await page.keyboard.press("e");
    const forSession = card.getByRole("button", { name: "Allow for this session" });
    for (const [written, said] of [
      ["command: rm *", "does not match this call"],
      ["whatever it takes", "That is not a rule"],
      ["command: touch *", "This allows every run of touch *, even if its scripts change."],
    ] as const) {
      await rule.fill(written);
      await card.getByText(said).waitFor();
      expect(await forSession.isEnabled()).toBe(said.startsWith("This allows"));
    }
    await forSession.click();
    await turnsEnded(page, 1);
    await say(page, "[[two]]");
    await turnsEnded(page, 2);
    expect(existsSync(join(folder, "two.txt"))).toBe(true);
    await conversation(page).getByText("allowed by a rule: command: touch *").waitFor();
    expect(await answers()).toMatchObject([
      { decision: "allowed", scope: "session", by: "user", rules: ["command: touch *"] },
      { decision: "allowed", by: "rule", rules: ["command: touch *"] },
    ]);

    // What the session allows is listed beside it, and can be taken back: then it asks again.
    await openInspector(page);
    await page.getByRole("tab", { name: "Changes" }).click();
    const grants = page.getByRole("region", { name: "Allowed in this session" });
    await grants.getByRole("button", { name: "Revoke command: touch *" }).click();
    await grants.waitFor({ state: "detached" });
    expect(bodiesOf(await logOf(daemon, id), "grant.revoked")).toMatchObject([{ rule: "command: touch *" }]);
    await say(page, "[[one]]");
    await card.getByRole("button", { name: "Deny", exact: true }).click();
    await turnsEnded(page, 3);

    await say(page, "[[other]]");
    await card.waitFor();
    await card.getByRole("button", { name: /^Allow more/ }).click();
    await card.getByText("This allows every run of env touch three.txt").waitFor();
    await card.getByRole("button", { name: "Always in this project" }).click();
    await turnsEnded(page, 4);
    await page.goto(`${new URL(page.url()).origin}/#/settings/permissions`);
    await page.getByText("command: env touch three.txt").waitFor();
    await page.getByRole("button", { name: "Revoke command: env touch three.txt" }).click();
    await page.getByText("No rules yet").waitFor();
  });

  it("and says of a rule for a file that it allows the next change too", async () => {
    const { page, folder } = await openSessionIn(daemon, { "a.txt": "a\n" });
    const card = conversation(page).locator("[data-approval]");
    await say(page, "[[change]]");
    await card.waitFor();
    await card.getByRole("button", { name: /^Allow more/ }).click();
    expect(await card.getByLabel("Rule").inputValue()).toBe("write path: b.txt");
    await card.getByText("This allows every write call on files named b.txt, in any folder.").waitFor();
    expect(await card.innerText()).not.toContain("exactly this call");
    await card.getByRole("button", { name: "Allow for this session" }).click();
    await turnsEnded(page, 1);
    await say(page, "[[again]]");
    await turnsEnded(page, 2);
    expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("c\n");
  });

  it("and never beyond the bytes for what no parser could read", async () => {
    const { page } = await openSessionIn(daemon, { "a.txt": "a\n" });
    const card = conversation(page).locator("[data-approval]");
    await say(page, "[[veiled]]");
    await card.waitFor();
    expect(await card.getByRole("button", { name: /^Allow more/ }).count()).toBe(0);
    await card.getByRole("button", { name: "Deny", exact: true }).click();
    await turnsEnded(page, 1);
  });
});
