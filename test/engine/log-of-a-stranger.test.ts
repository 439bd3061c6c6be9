import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { bookFiles, bookScripts } from "../models/book-scripts.ts";
import { buildScriptedModel } from "../models/scripted-model.ts";

/** Has the log say that its session began with this crew. Lines without a seal are taken at their word. */
async function plant({ dataFolder }: TestDaemon, crew: object[]): Promise<void> {
  const folder = join(dataFolder, "sessions");
  const [name = ""] = (await readdir(folder)).filter((one) => one.endsWith(".jsonl"));
  const [first = "", ...rest] = (await readFile(join(folder, name), "utf8")).split("\n");
  const { c: _, ...event } = JSON.parse(first);
  event.body.loadout = { name: "kind", digest: "d", crew };
  await writeFile(join(folder, name), [JSON.stringify(event), ...rest].join("\n"));
}

/** A daemon that has a session and a secret, and is stopped; and the server of somebody who wants both. */
async function stoppedBesideAnAuthor() {
  const author = await FakeModelServer.start();
  onTestFinished(() => author.stop());
  const { PATH = "", HOME = "" } = process.env;
  const daemon = await startTestDaemon({
    scripts: bookScripts,
    files: bookFiles,
    environment: { PATH, HOME, KESTREL_ENGINE_PATH: testEngine ?? "", KESTREL_TEST_SECRET: "mine-alone" },
  });
  const { id } = await openTestSession(daemon);
  await daemon.stop();
  return { author, daemon, id };
}

describe.skipIf(testEngine === undefined)("a log that was copied here", () => {
  it("sends nobody a word or a key for a seat whose address no loadout of this machine names", async () => {
    const { author, daemon, id } = await stoppedBesideAnAuthor();
    const model = { source: "connect", url: author.url, api_key_env: "KESTREL_TEST_SECRET" };
    await plant(daemon, [{ role: "copilot", model }]);
    await daemon.start();
    const session = followTestSession(daemon, id);
    await session.turn("Read the harbour book. [[p1]]");
    const { body: job } = await session.until("crew.job");
    expect(author.heard).toEqual([]);
    expect(job).toMatchObject({
      outcome: "failed",
      failure: { code: "place_unaccepted", params: { url: author.url, variable: "KESTREL_TEST_SECRET" } },
    });
    const crew = [{ role: "copilot" as const, model }];
    const seats = () => daemon.client.call("refusedSeats", { body: { crew } });
    expect(await seats()).toEqual({ refused: [{ role: "copilot", why: "place_unaccepted" }] });

    // The person's own word: from now on it stands in a loadout of theirs.
    const folder = join(daemon.dataFolder, "config", "loadouts");
    await mkdir(folder, { recursive: true });
    const lines = Object.entries(model).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    await writeFile(join(folder, "mine.toml"), `[crew.copilot]\n${lines.join("\n")}\n`);
    expect(await seats()).toEqual({ refused: [] });
    await session.send({ type: "compact" });
    await session.until("crew.job", 0, ({ kind }) => kind === "compaction");
    expect(author.heard.map(({ headers }) => headers.authorization)).toContain("Bearer mine-alone");
  });

  it("starts no file that nobody of this machine named, and asks nobody after a yes was taken back", async () => {
    const { author, daemon, id } = await stoppedBesideAnAuthor();
    // A file of the author's that came along with the log.
    const path = join(daemon.workspace, "along.gguf");
    await writeFile(path, buildScriptedModel(bookScripts));
    const model = { source: "connect", url: author.url, api_key_env: "KESTREL_TEST_SECRET" };
    const crew = [
      { role: "copilot" as const, model: { path } },
      { role: "critic" as const, model },
    ];
    await plant(daemon, crew);
    const config = join(daemon.dataFolder, "config");
    await mkdir(config, { recursive: true });
    const { source: _, api_key_env: key, ...rest } = model;
    await writeFile(join(config, "accepted-places.json"), JSON.stringify({ places: [{ ...rest, key }] }));
    await daemon.start();
    const seats = async () => (await daemon.client.call("refusedSeats", { body: { crew } })).refused;
    expect(await seats()).toEqual([{ role: "copilot", why: "place_unaccepted" }]);
    const session = followTestSession(daemon, id);
    await session.turn("Read the harbour book. [[p1]]");
    const { body: job } = await session.until("crew.job", 0, ({ role }) => role === "copilot");
    expect(job).toMatchObject({ outcome: "failed", failure: { code: "place_unaccepted", params: { path } } });
    const { engines } = await daemon.client.call("listEngines");
    expect(
      engines.filter(({ roles }) => roles.includes("copilot")).map(({ status }) => status.state),
    ).not.toContain("ready");

    const { accepted } = await daemon.client.call("listLoadouts");
    expect(accepted).toEqual([{ url: author.url, key }]);
    const taken = await daemon.client.call("forgetPlace", { body: { url: author.url } });
    expect(taken).toEqual({ forgotten: accepted, stillNamedBy: [] });
    expect((await seats()).map(({ role }) => role)).toEqual(["copilot", "critic"]);

    // Named in a loadout of the person's own it may be started.
    await mkdir(join(config, "loadouts"), { recursive: true });
    await writeFile(
      join(config, "loadouts", "mine.toml"),
      `[crew.copilot]\npath = ${JSON.stringify(path)}\n`,
    );
    expect((await seats()).map(({ role }) => role)).toEqual(["critic"]);

    // A list of places that is damaged hides no loadout, and no yes in it holds.
    const kept = join(config, "accepted-places.json");
    await writeFile(kept, "{");
    const { loadouts, unreadable, ...without } = await daemon.client.call("listLoadouts");
    expect(loadouts.map(({ name }) => name)).toContain("mine");
    expect({ unreadable, accepted: without.accepted }).toEqual({
      unreadable: { code: "config_invalid", params: { file: kept, reason: "not_kept" } },
      accepted: [],
    });
    expect((await seats()).map(({ role }) => role)).toEqual(["critic"]);
  });
});
