import { join } from "node:path";
import { expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { conversation, openConsole, say, turnsEnded } from "./open-console.ts";
import { newSessionIn } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

it.skipIf(missing)(
  "shows what is remembered: told in a session, used in another, corrected, pinned, deleted",
  async () => {
    const daemon = await startTestDaemon({ scripts: { order: { says: "Ordered." } } });
    const page = await openConsole(daemon);
    /** For whoever wants to look at it. */
    const shot = (name: string) =>
      process.env.KESTREL_SHOTS && page.screenshot({ path: join(process.env.KESTREL_SHOTS, `${name}.png`) });
    await newSessionIn(page, daemon, {});
    await say(page, "/remember My favourite drink is oolong tea.");
    await page.getByText("Remembered: My favourite drink is oolong tea.").waitFor();

    await newSessionIn(page, daemon, {});
    await say(page, "[[order]] my favourite drink");
    await turnsEnded(page, 1);
    await conversation(page).getByText("Used 1 memory").click();
    await conversation(page).getByText("M1: My favourite drink is oolong tea.").waitFor();
    await shot("memory-note");
    await conversation(page).getByRole("link", { name: "Open Memory" }).click();

    await page.getByRole("heading", { name: "Memory", exact: true }).waitFor();
    const fact = page.getByRole("listitem").filter({ hasText: "favourite drink" });
    await fact.getByText("used 1 time").waitFor();
    await shot("memory-page");
    await fact.getByRole("button", { name: "Edit" }).click();
    const field = page.getByRole("textbox", { name: "Edit" });
    await expect
      .poll(() => page.evaluate(() => getSelection()?.toString()))
      .toBe("My favourite drink is oolong tea.");
    const rowButtons = page.getByRole("main").getByRole("button", { name: /^(Edit|Pin|Delete)$/ });
    expect(await rowButtons.count()).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => field.count()).toBe(0);
    await page.keyboard.press("Enter"); // Edit has the focus again.
    await page.keyboard.type("My favourite drink is sencha.");
    await page.keyboard.press("Enter");
    const corrected = page.getByRole("listitem").filter({ hasText: "sencha" });
    await corrected.getByText("Before: My favourite drink is oolong tea.").waitFor();
    await corrected.getByRole("button", { name: "Pin", exact: true }).click();
    await corrected.getByRole("button", { name: "Unpin" }).waitFor();

    await page.getByRole("textbox", { name: "A fact to remember" }).fill("password: correct-horse-battery");
    await page.getByRole("button", { name: "Remember" }).click();
    await page.getByText("it looks like a password or a key").waitFor();

    await corrected.getByRole("button", { name: "Delete" }).click();
    await shot("memory-delete");
    await page.getByRole("button", { name: "Delete for good" }).click();
    await page.getByText("Nothing is stored.").waitFor();
    await page.getByText("The text is still in the logs of 2 sessions").waitFor();
    expect((await daemon.client.call("listMemory", { body: { all: true } })).rows).toEqual([]);
  },
);
