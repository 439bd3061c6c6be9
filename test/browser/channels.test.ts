import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FakeTelegram } from "../../packages/channels/test/kit/fake-telegram.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;
const ada = 412587349;

describe.skipIf(missing)("the page of channels", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts });
  });

  it("says how to add one, pairs an account, shows who wrote what, and turns a channel off", async () => {
    const page = await openConsole(daemon);
    const shot = async (name: string) => {
      const folder = process.env.KESTREL_SHOTS;
      if (!folder) return;
      for (const width of [1440, 360])
        for (const colorScheme of ["dark", "light"] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await page.screenshot({
            path: join(folder, `${name}-${width}-${colorScheme}.png`),
            animations: "disabled",
          });
        }
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await page.getByRole("link", { name: "Channels" }).click();
    await page.getByText(/^No channels yet\. Add one with .*channels add telegram/).waitFor();

    const telegram = await FakeTelegram.start();
    const token = join(daemon.folder, "token");
    await writeFile(token, telegram.token, { mode: 0o600 });
    await writeFile(
      join(daemon.dataFolder, "config", "config.toml"),
      [
        `[channels.telegram]\nurl = "${telegram.url}"\ntoken_file = "${token}"`,
        `[channels.work]\nkind = "telegram"\ntoken_env = "KESTREL_NO_SUCH_TOKEN"`,
        "[channels.other]\nkind = 'telegram'\ncolour = 'red'\n",
      ].join("\n"),
    );
    await daemon.client.call("reloadChannels", { body: {} });
    const channel = page.getByRole("region", { name: "telegram" });
    await channel.getByText("connected", { exact: true }).waitFor();
    await page.getByText(/variable KESTREL_NO_SUCH_TOKEN is not set.* restart/).waitFor();
    await page.getByText(/^An entry is missing or wrong: colour\./).waitFor();

    await channel.getByRole("button", { name: "Pair an account" }).click();
    const told = (await channel.getByText(/^Send this code to telegram/).textContent()) ?? "";
    await shot("channels-pairing");
    telegram.says(ada, told.slice(-8));
    await channel.getByText("Paired accounts").waitFor();
    await channel.getByText(/^Send this code/).waitFor({ state: "hidden" });
    telegram.says(ada, "[[plain]] from the train");
    await channel.getByText("[[plain]] from the train").first().waitFor();
    await telegram.until(() => telegram.shown(ada).length > 1);

    await channel.getByRole("button", { name: "Send a test message" }).click();
    await channel.getByText("Sent 1 test message.").waitFor();
    expect(telegram.shown(ada)).toContain("Test message from Kestrel.");
    await shot("channels");

    // The session is marked by where it came from, in the list and in the conversation.
    await channel.getByRole("link").first().click();
    await conversation(page).getByText(`from telegram, ${ada}`).waitFor();
    await page.getByRole("navigation").getByText("telegram:").waitFor();
    await shot("channels-session");

    await page.getByRole("link", { name: "Channels" }).click();
    await channel.getByRole("button", { name: "Remove" }).click();
    await channel.getByRole("button", { name: "Remove" }).last().click();
    await channel.getByText("Paired accounts").waitFor({ state: "hidden" });
    await channel.getByRole("button", { name: "Turn off" }).click();
    await channel.getByText("off", { exact: true }).waitFor();
    await channel.getByRole("button", { name: "Turn on" }).click();
    await channel.getByText("connected", { exact: true }).waitFor();
  });
});
