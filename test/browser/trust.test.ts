import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testEngine } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { openConsole, say, turnsEnded } from "./open-console.ts";
import { logOf } from "./sessions.ts";

const missing = testEngine === undefined || testChromium === undefined;

describe.skipIf(missing)("a folder that says how to work in it", () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ scripts: standardScripts });
  });

  it("is asked about before anything of it is used, whole and with nothing hidden, and can be forgotten", async () => {
    const folder = await mkdtemp(join(daemon.folder, "cloned-"));
    await writeFile(join(folder, "AGENTS.md"), "Use tabs.\u202e Be kind.\n");
    await writeFile(
      join(folder, "kestrel.toml"),
      '[permission]\nmode = "auto"\ndeny = ["command: npm publish*"]\n',
    );
    await mkdir(join(folder, ".kestrel"));
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/new`);
    await page.getByLabel("Another folder").fill(folder);
    await page.getByRole("button", { name: "Start here" }).click();
    const card = page.getByRole("region", { name: "This folder has instructions for the model" });
    await card.getByText("command: npm publish*").waitFor();
    await card.getByText("Never used: settings in kestrel.toml").waitFor();
    await card.getByText(/^Never used: \.kestrel, which Kestrel did not make\./).waitFor();
    const file = card.locator("summary", { hasText: "AGENTS.md" });
    expect(await file.evaluate((row) => getComputedStyle(row, "::before").content)).toBe('""');
    await file.click();
    await card.getByText("U+202E").waitFor();
    await card.getByRole("button", { name: "Trust and use" }).click();
    await page.getByText("Used from this folder: AGENTS.md").waitFor();

    await say(page, "[[plain]]");
    await turnsEnded(page, 1);
    const [session] = (await daemon.client.call("listSessions")).sessions;
    const [first, second] = bodiesOf(await logOf(daemon, session?.id ?? ""), "context.added");
    expect(first).toMatchObject({ kind: "instructions", sources: [{ path: "AGENTS.md" }] });
    expect(first?.text).toContain("Use tabs.⟨U+202E⟩ Be kind.");
    expect(second).toMatchObject({ kind: "machine" });

    await page.goto(`${daemon.url}/#/settings/permissions`);
    await page.getByRole("button", { name: `Forget ${folder}` }).click();
    await page.getByText("You have not decided about any folder yet.").waitFor();
    expect(await daemon.client.call("lookAtTrust", { body: { workspace: folder } })).toMatchObject({
      state: "unasked",
    });
  });

  it("is asked about its hooks apart: a yes to its words runs none of them", async () => {
    const folder = await mkdtemp(join(daemon.folder, "hooked-"));
    await writeFile(join(folder, "AGENTS.md"), "Use tabs.\n");
    await writeFile(join(folder, "check.sh"), "exit 0\n");
    await writeFile(
      join(folder, "kestrel.toml"),
      '[[hooks]]\non = "before_call"\nname = "theirs"\ncommand = "sh check.sh"\n',
    );
    const listed = async () =>
      (await daemon.client.call("listHooks", { body: { workspace: folder } })).hooks.map(({ name }) => name);
    const page = await openConsole(daemon);
    await page.goto(`${daemon.url}/#/new`);
    await page.getByLabel("Another folder").fill(folder);
    await page.getByRole("button", { name: "Start here" }).click();
    const words = page.getByRole("region", { name: "This folder has instructions for the model" });
    const hooks = page.getByRole("region", { name: "This folder has hooks" });
    await hooks.getByText("sh check.sh").waitFor();
    await words.getByRole("button", { name: "Trust and use" }).click();
    await page.getByText("Used from this folder: AGENTS.md").waitFor();
    expect(await listed()).toEqual([]);
    await hooks.getByRole("button", { name: "Run these hooks" }).click();
    await page.getByText("Hooks of this folder: sh check.sh").waitFor();
    expect(await listed()).toEqual(["theirs"]);
  });
});
