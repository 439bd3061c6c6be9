import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { openConsole } from "./open-console.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("skills and prompts in the settings", () => {
  it("say from where they are and what they cost; one that is turned off is in no new session", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts });
    const { folders } = await daemon.client.call("listReach", { body: {} });
    const write = async (name: string, text: string) => {
      await mkdir(join(folders.skills, name), { recursive: true });
      await writeFile(join(folders.skills, name, "SKILL.md"), text);
    };
    await write(
      "letters",
      "---\nname: letters\ndescription: Write formal letters.\n---\nBegin with the place.\n",
    );
    await write(
      "mine",
      "---\nname: mine\ndescription: For me.\ndisable-model-invocation: true\n---\nWords.\n",
    );
    await write("greedy", "---\nname: greedy\ndescription: All.\nhooks: {}\n---\nWords.\n");

    const place = join(daemon.workspace, ".kestrel/skills/birds");
    await mkdir(place, { recursive: true });
    await writeFile(join(place, "SKILL.md"), "---\nname: birds\ndescription: Name birds.\n---\nLook up.\n");
    const offer = await daemon.client.call("lookAtTrust", { body: { workspace: daemon.workspace } });
    await daemon.client.call("decideTrust", {
      body: { workspace: offer.workspace, digest: offer.digest, decision: "trusted" },
    });

    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/settings/skills`);
    const ofFolder = page.getByRole("region", { name: `From the folder ${offer.workspace}` });
    await ofFolder.getByText(/^this folder · line ~\d+ · ~\d+ tokens$/).waitFor();
    await ofFolder.getByRole("button", { name: "Turn birds off" }).click();
    await ofFolder.getByRole("button", { name: "Turn birds on" }).waitFor();
    const skills = page.getByRole("region", { name: "Skills" });
    await skills.getByText("on for new sessions", { exact: true }).waitFor();
    await skills.getByText("only by /NAME", { exact: true }).waitFor();
    await skills.getByText(/Never used: .*greedy.*which sets permissions/).waitFor();
    await skills.getByText(/^yours · line ~\d+ · ~\d+ tokens$/).waitFor();
    const prompts = page.getByRole("region", { name: "Prompts" });
    await prompts.getByText("/review-security", { exact: true }).waitFor();

    await skills.getByRole("button", { name: "Turn letters off" }).click();
    await skills.getByRole("button", { name: "Turn letters on" }).waitFor();
    const { skills: now } = await daemon.client.call("listReach", { body: {} });
    expect(now.find(({ name }) => name === "letters")?.on).toBe(false);

    await rm(join(folders.skills, "letters"), { recursive: true });
    await skills.getByRole("button", { name: "Turn letters on" }).click();
    await skills.getByRole("alert").waitFor();
  });

  it("the web is listed with what stands with it, and its search can be tried", async () => {
    const daemon = await startTestDaemon({
      scripts: standardScripts,
      // Nobody answers there.
      config: '[web]\nfetch = "on"\nsearch_url = "http://127.0.0.1:9"\n',
    });
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/settings/web`);
    const web = page.getByRole("region", { name: "Web" });
    await web.getByText("on for new sessions: reads pages, asks by host", { exact: true }).waitFor();
    await web.getByText("on for new sessions: searches with 127.0.0.1:9", { exact: true }).waitFor();
    await web.getByRole("button", { name: "Try the search" }).click();
    await web.getByText(/^The search does not work: 127\.0\.0\.1:9 could not be read/).waitFor();
  });
});
