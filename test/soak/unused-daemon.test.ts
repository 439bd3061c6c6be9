import { expect, it, onTestFinished } from "vitest";
import { dataPaths, findDaemon } from "../../packages/store/src/index.ts";
import { startWordServer } from "../bench/word-server.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

/** A daemon that a run started, and that ends after a minute without use. */
async function afterOneRun(more: string) {
  const server = await startWordServer(async (say) => say("Yes."));
  onTestFinished(() => server.close());
  const config = `[model]\nurl = "${server.url}"\n[server]\nidle_minutes = 1\n${more}`;
  const home = await kestrelHome({ config });
  const status = async () => JSON.parse((await kestrel(home, ["status", "--json"], { input: "" })).out);
  expect(await kestrel(home, ["run", "-q", "hello"], { input: "" })).toMatchObject({ code: 0 });
  return { status, found: () => findDaemon(dataPaths({ KESTREL_DATA_DIR: home.dataFolder })) };
}

it("a daemon ends when nobody used it for a minute, and not while a schedule waits", async () => {
  const unused = await afterOneRun("");
  const waiting = await afterOneRun(
    '[[schedules]]\nname = "late"\nfolder = "/"\nprompt = "What is new?"\nevery = 10000\n',
  );
  expect(await unused.found()).toBeDefined();
  await expect.poll(unused.found, { timeout: 180_000, interval: 1_000 }).toBeUndefined();
  // As long again for the one that began later.
  await new Promise((resolve) => setTimeout(resolve, 70_000));
  expect(await waiting.status()).toMatchObject({ running: true, usedBy: ["schedule"] });
});
