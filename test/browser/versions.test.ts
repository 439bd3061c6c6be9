import AxeBuilder from "@axe-core/playwright";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, say, turnsEnded } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

describe.skipIf(testChromium === undefined || testEngine === undefined)("versions of an answer", () => {
  it("are a press apart, by mouse and keyboard, and the newest one is what the conversation goes on from", async () => {
    const scripts = { ...standardScripts, tower: { replies: [{ says: "The tower is 300 m high." }] } };
    const daemon = await startTestDaemon({ scripts });
    const { page } = await openSessionIn(daemon, {});
    const talk = conversation(page);
    await say(page, "[[tower]] how high?");
    await turnsEnded(page, 1);
    expect(await talk.getByRole("group", { name: "Versions of this answer" }).count()).toBe(0);
    await talk.getByRole("button", { name: "Edit and send again" }).press("Enter");
    const field = page.getByRole("textbox", { name: "Message" });
    await field.fill("[[think]] how much?");
    await field.press("Enter");
    await talk.getByText("The answer is 42.").waitFor();
    await talk.getByText("2/2").waitFor();
    expect(await talk.getByText("removed from the conversation").count()).toBe(0);

    await talk.getByRole("button", { name: "Earlier version" }).click();
    const past = talk.getByRole("region", { name: "An earlier version" });
    await past.getByText("The tower is 300 m high.").waitFor();
    await past.getByText("[[tower]] how high?").waitFor();
    expect(await talk.getByText("The answer is 42.").count()).toBe(0);
    expect(await past.getByRole("button", { name: "Answer again" }).count()).toBe(0);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await past.getByRole("button", { name: "Earlier version" }).isDisabled()).toBe(true);
    await past.getByRole("button", { name: "Later version" }).press("Enter");
    await talk.getByText("The answer is 42.").waitFor();

    await talk.getByRole("button", { name: "Answer again" }).press("Enter");
    await talk.getByText("3/3").waitFor();
    await page.reload();
    await talk.getByText("3/3").waitFor();
    await talk.getByRole("button", { name: "Earlier version" }).click();
    await past.getByText("2/3").waitFor();
    await past.getByText("The answer is 42.").waitFor();
  });
});
