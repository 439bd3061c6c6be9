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
    await conversation(page).getByText("From your memory").click();
    await conversation(page).getByText("M1: My favourite drink is oolong tea.").waitFor();
    await conversation(page).getByText("Used 1 memory").click();
    const used = conversation(page).getByRole("listitem").filter({ hasText: "favourite drink" });
    await used.getByText("used 1 time").waitFor();
    await shot("memory-note");
    await used.getByRole("button", { name: "Edit" }).click();
    await page.keyboard.type("My favourite drink is matcha.");
    await page.keyboard.press("Enter");
    await conversation(page).getByText("Before: My favourite drink is oolong tea.").waitFor();
    await conversation(page).getByRole("link", { name: "Open Memory" }).click();

    await page.getByRole("heading", { name: "Memory", exact: true }).waitFor();
    const fact = page.getByRole("listitem").filter({ hasText: "favourite drink" });
    await fact.getByText("used 1 time").waitFor();
    await shot("memory-page");
    await fact.getByRole("button", { name: "Edit" }).click();
    const field = page.getByRole("textbox", { name: "Edit" });
    await expect
      .poll(() => page.evaluate(() => getSelection()?.toString()))
      .toBe("My favourite drink is matcha.");
    const rowButtons = page.getByRole("main").getByRole("button", { name: /^(Edit|Pin|Delete)$/ });
    expect(await rowButtons.count()).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => field.count()).toBe(0);
    await page.keyboard.press("Enter"); // Edit has the focus again.
    await page.keyboard.type("My favourite drink is sencha.");
    await page.keyboard.press("Enter");
    const corrected = page.getByRole("listitem").filter({ hasText: "sencha" });
    await corrected.getByText("Before: My favourite drink is matcha.").waitFor();
    await corrected.getByRole("button", { name: "Pin", exact: true }).click();
    await corrected.getByRole("button", { name: "Unpin" }).waitFor();

    await page.getByRole("textbox", { name: "A fact to remember" }).fill("password: correct-horse-battery");
    await page.getByRole("button", { name: "Remember" }).click();
    await page.getByText("it looks like a password, a key").waitFor();

    await corrected.getByRole("button", { name: "Delete" }).click();
    await shot("memory-delete");
    await page.getByRole("button", { name: "Delete for good" }).click();
    await page.getByText("Nothing is stored.").waitFor();
    // The second session has the first words of the fact. Where it was said no log has it: `/remember` is no message.
    await page.getByText("The log of 1 session still contains the text").waitFor();
    expect((await daemon.client.call("listMemory", { body: { all: true } })).rows).toEqual([]);
  },
);

it.skipIf(missing)(
  "shows a private session from its first message on, in which no memory is used",
  async () => {
    const daemon = await startTestDaemon({ scripts: { order: { says: "Ordered." } } });
    await daemon.client.call("storeMemory", { body: { content: "My favourite drink is oolong tea." } });
    const page = await openConsole(daemon);
    await newSessionIn(page, daemon, {});
    await say(page, "/memory off");
    const mark = page.getByRole("button", { name: "private", exact: true });
    await mark.waitFor();
    await say(page, "[[order]] my favourite drink");
    await turnsEnded(page, 1);
    await mark.waitFor();
    expect(
      await conversation(page)
        .getByText(/Used \d+ memor/)
        .count(),
    ).toBe(0);
    await mark.click();
    await expect.poll(() => mark.count()).toBe(0);
    await say(page, "[[order]] my favourite drink again");
    await turnsEnded(page, 2);
    await conversation(page).getByText("Used 1 memory").waitFor();
  },
);

it.skipIf(missing)(
  "a message that asks for something to be remembered offers one press that keeps it",
  async () => {
    const daemon = await startTestDaemon({ scripts: { well: { says: "Noted." } } });
    const page = await openConsole(daemon);
    await newSessionIn(page, daemon, {});
    await say(page, "Remember that the boat [[well]] is called Ada");
    await turnsEnded(page, 1);
    await conversation(page)
      .getByRole("button", { name: /^Keep this .*is called Ada$/ })
      .click();
    await conversation(page).getByText("Remembered: the boat").waitFor();
    const { rows } = await daemon.client.call("listMemory", { body: { all: true } });
    expect(rows).toMatchObject([{ content: "the boat [[well]] is called Ada", source: "typed" }]);
  },
);
