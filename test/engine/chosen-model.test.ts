import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { said } from "../daemon/seeing-server.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { homeIn, kestrel } from "../terminal/kestrel-home.ts";

const names = ["falcon-32b", "merlin-7b"];

/** A server with two models; with a key it answers nobody who does not have it. */
async function startServer(key?: string): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  if (key !== undefined) server.wants(key);
  server.answers("GET /v1/models", { object: "list", data: names.map((id) => ({ id })) });
  server.otherwise(({ body }) => ({ body: said(`I am ${String(JSON.parse(body).model)}.`) }));
  return server;
}

async function choose(daemon: TestDaemon, url: string, model = "falcon-32b"): Promise<void> {
  await daemon.client.call("loadModel", { body: { url, model } });
}

const engineOf = async (daemon: TestDaemon) => (await daemon.client.call("status")).engine;

describe("the model that was chosen", () => {
  it("answers after a restart, in the session that was held with it, and the choice is this user's alone", async () => {
    const server = await startServer();
    const daemon = await startTestDaemon({});
    await choose(daemon, server.url);
    const session = await openTestSession(daemon);
    const first = await session.turn("who are you?");
    expect(bodiesOf(first, "request.sent")[0]).toMatchObject({
      model: "falcon-32b",
      from: { url: server.url, model: "falcon-32b" },
    });
    await daemon.kill();
    await daemon.start();
    await expect.poll(async () => (await engineOf(daemon)).label).toBe("falcon-32b");
    const again = await followTestSession(daemon, session.id).turn("and now?");
    expect(bodiesOf(again, "turn.ended")[0]).toMatchObject({ reason: "done" });
    expect(server.chats.map(({ body }) => JSON.parse(body).model)).toEqual(["falcon-32b", "falcon-32b"]);
    const { mode } = await stat(join(daemon.dataFolder, "last-model.json"));
    expect(mode & 0o777).toBe(0o600);
  });

  it("is not answered for by another one: the session says which it was held with, and goes on after a yes", async () => {
    const server = await startServer();
    const daemon = await startTestDaemon({});
    await choose(daemon, server.url);
    const session = await openTestSession(daemon);
    await session.turn("who are you?");
    await choose(daemon, server.url, "merlin-7b");
    const refused = await session.turn("and now?");
    expect(bodiesOf(refused, "turn.ended")[0]).toMatchObject({
      reason: "failed",
      failure: { code: "model_changed", params: { model: "falcon-32b", now: "merlin-7b" } },
    });
    expect(server.chats).toHaveLength(1);
    await session.send({ type: "accept-model", from: { url: server.url, model: "merlin-7b" } });
    const accepted = await session.turn("go on, then");
    expect(bodiesOf(accepted, "turn.ended")[0]).toMatchObject({ reason: "done" });
    // Back at the first one that is asked about again.
    await choose(daemon, server.url);
    const back = await session.turn("still there?");
    expect(bodiesOf(back, "turn.ended")[0]).toMatchObject({ failure: { code: "model_changed" } });
    expect(server.chats.map(({ body }) => JSON.parse(body).model)).toEqual(["falcon-32b", "merlin-7b"]);
  });

  it("is waited for and named where its server is down at the start, and used when it comes back", async () => {
    const server = await startServer();
    const daemon = await startTestDaemon({});
    await choose(daemon, server.url);
    const session = await openTestSession(daemon);
    await session.turn("who are you?");
    await daemon.stop();
    await server.goesAway();
    await daemon.start();
    await expect
      .poll(() => engineOf(daemon))
      .toMatchObject({ state: "failed", failure: { code: "unreachable", params: { url: server.url } } });
    await server.comesBack();
    const again = await followTestSession(daemon, session.id).turn("and now?");
    expect(bodiesOf(again, "turn.ended")[0]).toMatchObject({ reason: "done" });
  });

  it("is not replaced where its server has it no more: that is said, with what is there", async () => {
    const server = await startServer();
    const daemon = await startTestDaemon({});
    await choose(daemon, server.url);
    const session = await openTestSession(daemon);
    await session.turn("who are you?");
    await daemon.stop();
    server.answers("GET /v1/models", { object: "list", data: [{ id: "merlin-7b" }] });
    await daemon.start();
    const refused = await followTestSession(daemon, session.id).turn("and now?");
    expect(bodiesOf(refused, "turn.ended")[0]).toMatchObject({
      failure: { code: "model_not_found", params: { id: "falcon-32b", candidates: "merlin-7b" } },
    });
    expect(server.chats).toHaveLength(1);
  });

  it("is listed with all others, and the key of its server is kept and told to nobody", async () => {
    const server = await startServer("s3cret-key");
    const daemon = await startTestDaemon({});
    const wanted = { url: server.url, model: "falcon-32b" };
    await expect(daemon.client.call("loadModel", { body: wanted })).rejects.toMatchObject({ code: "auth" });
    await daemon.client.call("loadModel", { body: { ...wanted, key: "s3cret-key" } });
    await daemon.stop();
    await daemon.start();
    const choices = await daemon.client.call("listChoices");
    const [first, second] = choices.models;
    expect(first).toEqual({ label: "falcon-32b", where: server.url, wanted, from: wanted, inUse: true });
    expect(second).toMatchObject({ label: "merlin-7b", inUse: false });
    expect(choices.models.at(-1)).toMatchObject({ label: "kestrel-nano", from: { builtIn: true } });
    expect(JSON.stringify([choices, await engineOf(daemon)])).not.toContain("s3cret");
    const turn = await (await openTestSession(daemon)).turn("who are you?");
    expect(bodiesOf(turn, "turn.ended")[0]).toMatchObject({ reason: "done" });
  });

  it("is the one in the list that its server has under another name", async () => {
    const server = await startServer();
    server.answers("GET /v1/models", { data: [{ id: "merlin-7b:latest" }, { id: "falcon-32b" }] });
    const daemon = await startTestDaemon({});
    await choose(daemon, server.url, "merlin-7b");
    const { models } = await daemon.client.call("listChoices");
    expect(models.filter(({ inUse }) => inUse)).toMatchObject([{ label: "merlin-7b:latest" }]);
    expect(await engineOf(daemon)).toMatchObject({ label: "merlin-7b:latest" });
  });

  it("gives way to what the user's own file names", async () => {
    const [chosen, named] = [await startServer(), await startServer()];
    const daemon = await startTestDaemon({});
    await choose(daemon, chosen.url);
    await daemon.stop();
    await writeFile(
      join(daemon.dataFolder, "config", "config.toml"),
      `[model]\nurl = "${named.url}"\nname = "merlin-7b"\n`,
    );
    await daemon.start();
    await expect.poll(async () => (await engineOf(daemon)).label).toBe("merlin-7b");
    expect((await daemon.client.call("listChoices")).setBy).toMatchObject({ key: "model.url" });
  });

  it("leaves nothing to chance where the file of the choice cannot be read", async () => {
    const daemon = await startTestDaemon({});
    await daemon.stop();
    const file = join(daemon.dataFolder, "last-model.json");
    await writeFile(file, "{ not json");
    await daemon.start();
    expect(await engineOf(daemon)).toMatchObject({
      state: "failed",
      failure: { code: "config_invalid", params: { file } },
    });
    const server = await startServer();
    await choose(daemon, server.url);
    expect(await engineOf(daemon)).toMatchObject({ state: "ready", label: "falcon-32b" });
  });

  describe.skipIf(testEngine === undefined)("with a llama-server", () => {
    it("is no session for the demonstration: neither by itself, nor after a yes, nor with a summary", async () => {
      const server = await startServer();
      const daemon = await startTestDaemon({});
      await choose(daemon, server.url);
      const session = await openTestSession(daemon);
      await session.turn("who are you?");
      const { models } = await daemon.client.call("listChoices");
      const [nano] = models.filter(({ from }) => "builtIn" in from);
      if (!nano) throw new Error("no kestrel-nano");
      await daemon.client.call("loadModel", { body: nano.wanted });
      await session.send({ type: "accept-model", from: { builtIn: true } });
      const refused = await session.turn("and now?");
      const failure = {
        code: "model_changed",
        params: { model: "falcon-32b", demonstration: "kestrel-nano" },
      };
      expect(bodiesOf(refused, "turn.ended")[0]).toMatchObject({ failure });
      const body = { workspace: daemon.workspace, continues: session.id };
      await expect(daemon.client.call("openSession", { body })).rejects.toMatchObject(failure);
    });

    it("is a file, and is missed where the file is gone", async () => {
      const daemon = await startTestDaemon({});
      const path = join(daemon.folder, "own.gguf");
      await writeScriptedModel(path, standardScripts);
      await daemon.client.call("loadModel", { body: { path } });
      await expect.poll(async () => (await engineOf(daemon)).state).toBe("ready");
      await daemon.kill();
      await daemon.start();
      await expect.poll(async () => (await engineOf(daemon)).state).toBe("ready");
      const { models } = await daemon.client.call("listChoices");
      expect(models.filter(({ inUse }) => inUse)).toMatchObject([{ where: path, from: { path } }]);
      await daemon.stop();
      await rm(path);
      await daemon.start();
      expect(await engineOf(daemon)).toMatchObject({
        state: "failed",
        failure: { code: "model_file_invalid", params: { path, reason: "not_found", last: path } },
      });
      const told = await kestrel(homeIn(daemon.folder, daemon.dataFolder, daemon.workspace), [
        "models",
        "ps",
      ]);
      expect(told.out).toContain(`${path}, the model you chose last, cannot be loaded`);
    });
  });
});
