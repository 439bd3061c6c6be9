import { chromium, type Page } from "playwright";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { choose, conversation, openConsole, say, showSession, turnsEnded } from "./open-console.ts";

// Other systems have no 127.0.0.2.
const missing = testEngine === undefined || testChromium === undefined || process.platform !== "linux";

describe.skipIf(missing)("a browser of another device", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    const config = '[remote]\nlisten = "127.0.0.2:0"\n';
    daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles, config });
  });

  it("pairs with the code that the console shows, runs a turn, and is out when it is revoked", async () => {
    const { remote } = await daemon.client.call("status");
    const [url, pin] = [remote?.url ?? "", remote?.pin.replace("sha256//", "") ?? ""];
    const session = await openTestSession(daemon);
    const here = await openConsole(daemon);
    await here.goto(`${daemon.url}/#/settings/connections`);
    const access = here.getByRole("region", { name: "Access tokens and devices" });
    await access.getByRole("textbox", { name: "Name" }).fill("Phone");
    await choose(access.getByRole("combobox", { name: "Scope" }), "full");
    await access.getByRole("button", { name: "Pair a device" }).click();
    await access.getByText(remote?.fingerprint ?? "").waitFor();
    const code = (await access.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).textContent()) ?? "";

    const there = await pageElsewhere(pin);
    await there.goto(url);
    await there.getByText("Kestrel runs on another computer.").waitFor();
    // Where the program lies is told to nobody else.
    expect(await there.locator("main code").textContent()).toMatch(/^\$? ?kestrel tokens pair phone/);
    const type = async (words: string) => {
      await there.getByRole("textbox", { name: "Code" }).fill(words);
      await there.getByRole("button", { name: "Log in" }).click();
    };
    await type("WRNG-WRNG");
    await there.getByText("That code is wrong, was used or has expired.").waitFor();
    await type(code.toLowerCase());
    await there.locator("#main").waitFor();
    expect(there.url()).not.toContain(code.slice(0, 4));
    await access.getByText("Phone").waitFor();
    await access.getByText(code).waitFor({ state: "hidden" });

    await showSession(there, session.id);
    await say(there, "[[plain]] from the sofa");
    await turnsEnded(there, 1);
    await there.goto(`${url}/#/settings/connections`);
    await there.getByText("You can give and revoke access only on the computer that runs Kestrel.").waitFor();
    await there.goto(`${url}/help/`);
    await there.getByRole("heading", { level: 1 }).first().waitFor();
    await showSession(there, session.id);
    await conversation(there).getByText("[[plain]] from the sofa").waitFor();

    await access.getByRole("button", { name: "Revoke" }).click();
    await access.getByRole("button", { name: "Revoke" }).last().click();
    await there.getByRole("textbox", { name: "Code" }).waitFor();
    await there.reload();
    await there.getByRole("textbox", { name: "Code" }).waitFor();
  });

  it("follows the link of a pairing, and goes nowhere where the certificate is not known", async () => {
    const { link, remote } = await daemon.client.call("pairDevice", {
      body: { name: "tablet", scopes: ["read"] },
    });
    const stranger = await pageElsewhere("A".repeat(43));
    await expect(stranger.goto(link)).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
    const there = await pageElsewhere(remote.pin.replace("sha256//", ""));
    await there.goto(link);
    await there.locator("#main").waitFor();
    const { tokens } = await daemon.client.call("listTokens");
    expect(tokens.map(({ name, scopes }) => ({ name, scopes }))).toContainEqual({
      ...{ name: "tablet", scopes: ["read"] },
    });
  });
});

/** A page of a browser that takes one key for its word and no other certificate of its own making. */
async function pageElsewhere(pin: string): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: testChromium,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ locale: "en-US" });
  page.setDefaultTimeout(30_000);
  return page;
}
