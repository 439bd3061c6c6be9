import { describe, expect, it } from "vitest";
import { isAlive } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { bookFiles, bookScripts } from "../models/book-scripts.ts";
import { nanoModel, needModel } from "../models/nano-model.ts";
import { homeIn, kestrel } from "../terminal/kestrel-home.ts";

describe.skipIf(testEngine === undefined)("the engines of a daemon whose loadout names a crew", () => {
  it("are told one by one with memory, slots and speed, once they are needed; and end with the daemon", async () => {
    const loadout = `[crew.copilot]\npath = "${needModel(nanoModel)}"\nwindow = 4096\n`;
    const daemon = await startTestDaemon({ scripts: bookScripts, files: bookFiles, loadout });
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const session = await openTestSession(daemon);
    await session.turn("Read the harbour book. [[p1]]");
    const ps = async () => (await kestrel(home, ["models", "ps"])).out;
    const alone = await ps();
    expect(alone).toMatch(/uses .* for weights/);
    expect(alone).toMatch(/reads \d+ tok\/s/);

    await session.send({ type: "compact" });
    const found = () => daemon.client.call("listEngines");
    const copilot = async () => (await found()).engines.find(({ roles }) => roles.includes("copilot"));
    await expect.poll(async () => (await copilot())?.status.model?.slots).toBe(1);
    expect(await copilot()).toMatchObject({
      status: { state: expect.stringMatching(/ready|busy/), label: "kestrel-nano", memory: {} },
      waits: false,
    });
    const several = await ps();
    expect(several).toMatch(/\(main model\): (ready|busy)/);
    expect(several).toMatch(/kestrel-nano \(summarizer\): (ready|busy)/);
    expect(several).toMatch(/1 slot\n/);
    expect(several).toMatch(/free for another/);
    const told = JSON.parse((await kestrel(home, ["models", "ps", "--json"])).out);
    expect(told).toMatchObject({
      engine: { source: "self" },
      engines: [{ id: "lead" }, { roles: ["copilot"] }],
    });

    const pids = told.engines.map((one: { status: { pid: number } }) => one.status.pid);
    await daemon.stop();
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});
