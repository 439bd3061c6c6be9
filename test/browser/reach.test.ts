import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { conversation, openConsole, say, turnsEnded } from "./open-console.ts";
import { openSessionIn } from "./sessions.ts";

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

  it("an answer lists the pages that it read and found, and follows no other address", async () => {
    const pages = createServer((request, response) => {
      if (!request.url?.startsWith("/search"))
        return response
          .writeHead(200, { "content-type": "text/html" })
          .end("<title>Harriers</title><p>Low over the reeds.");
      const results = [
        { title: "Marsh harrier", url: "https://birds.example/harrier" },
        { title: "Steal", url: "javascript:steal()" },
        { title: "Reeds", url: "https://reeds.example/" },
      ];
      response.end(JSON.stringify({ results }));
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void pages.close());
    const host = `127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const call = (name: string, args: object) => callsTool("use", { name, action: "call", arguments: args });
    const replies = [
      call("search", { query: "harriers" }),
      call("fetch", { url: `http://${host}/harriers` }),
      { says: "They fly low." },
    ];
    const web = `[web]\nfetch = "on"\nsearch_url = "http://${host}"\nown_hosts = ["${host}"]\n`;
    const config = `${web}[permission]\nallow = ["host: ${host}"]\n`;
    const daemon = await startTestDaemon({ scripts: { ...standardScripts, harriers: { replies } }, config });
    const { page } = await openSessionIn(daemon, {});
    await say(page, "[[harriers]]");
    await turnsEnded(page, 1);
    const line = conversation(page).getByText(`3 web sources: ${host}, birds.example, reeds.example`);
    await line.click();
    const links = line.locator("xpath=..").getByRole("link");
    expect(await links.allTextContents()).toEqual(["Harriers", "Marsh harrier", "Reeds"]);
    expect(await links.first().getAttribute("href")).toBe(`http://${host}/harriers`);
    expect(await links.first().getAttribute("rel")).toContain("noreferrer");
    await page.reload();
    await line.waitFor();
  });
});
