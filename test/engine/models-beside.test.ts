import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ListedEngine } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { poolMargin } from "../../packages/core/src/index.ts";
import { endByPid, isAlive } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { startTestDaemon, type TestDaemon, type TestDaemonInput } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsTool } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { homeIn, kestrel } from "../terminal/kestrel-home.ts";
import { givenCrew, never, said } from "./given-crew.ts";

/** A daemon with its own scripted model, and another model on the disk that says something else. */
async function given(input: Partial<TestDaemonInput> = {}) {
  const daemon = await startTestDaemon({ scripts: { who: { says: "I am the first." } }, ...input });
  const path = join(daemon.folder, "second.gguf");
  const slow = callsTool("shell", { command: "sleep 30" });
  const scripts = { who: { says: "I am the second." }, again: { says: "Still the second." }, slow };
  await writeScriptedModel(path, scripts, { name: "second" });
  return { daemon, path };
}

const engines = async (daemon: TestDaemon) => (await daemon.client.call("listEngines")).engines;
const beside = async (daemon: TestDaemon) => (await engines(daemon)).find(({ id }) => id !== "lead");
const stateOf = async (daemon: TestDaemon) => (await beside(daemon))?.status.state;
const load = (daemon: TestDaemon, path: string) =>
  daemon.client.call("loadModel", { body: { path, beside: true } });
const unload = (daemon: TestDaemon, one: ListedEngine | undefined) =>
  daemon.client.call("stopEngine", { body: { id: one?.id } });
const textOf = (events: Parameters<typeof bodiesOf>[0]) => [
  bodiesOf(events, "reply.text")
    .map(({ text }) => text)
    .join(""),
];
const cachedIn = (events: Parameters<typeof bodiesOf>[0]) =>
  bodiesOf(events, "reply.completed").map(({ usage }) => usage?.cached ?? 0);

describe.skipIf(testEngine === undefined)("a second model beside the main one", () => {
  it("answers its own sessions with its own cache, and is unloaded without the other", async () => {
    const { daemon, path } = await given();
    const one = await openTestSession(daemon);
    expect(textOf(await one.turn("[[who]]"))).toEqual(["I am the first."]);
    await load(daemon, path);
    await expect.poll(() => stateOf(daemon)).toBe("ready");
    const [lead, second] = await engines(daemon);
    expect(second).toMatchObject({ roles: [], from: { path }, status: { label: "second", memory: {} } });
    expect(lead?.status).toMatchObject({ state: "ready", memory: {} });
    expect(second?.status.pid).not.toBe(lead?.status.pid);
    const { models } = await daemon.client.call("listChoices");
    expect(models.filter((model) => model.beside)).toMatchObject([{ where: path, inUse: false }]);

    const body = { workspace: daemon.workspace, model: { path } };
    const { session } = await daemon.client.call("openSession", { body });
    const two = followTestSession(daemon, session.id);
    const first = await two.turn("[[who]]");
    expect(textOf(first)).toEqual(["I am the second."]);
    expect(bodiesOf(first, "request.sent")[0]).toMatchObject({ from: { path } });
    // Turn by turn, each server still has the conversation of its session.
    const [again, other] = [await one.turn("[[who]]"), await two.turn("[[again]]")];
    expect(textOf(other)).toEqual(["Still the second."]);
    for (const turn of [again, other]) expect(cachedIn(turn)[0]).toBeGreaterThan(500);
    expect((await engines(daemon)).map(({ status }) => status.pid)).toEqual([
      lead?.status.pid,
      second?.status.pid,
    ]);

    await unload(daemon, second);
    expect(await engines(daemon)).toHaveLength(1);
    expect(isAlive(second?.status.pid ?? 0)).toBe(false);
    expect(textOf(await one.turn("[[who]]"))).toEqual(["I am the first."]);
    // Its session loads it again, as the main model's would.
    await daemon.client.call("unloadModel", { body: {} });
    expect(textOf(await two.turn("[[again]]"))).toEqual(["Still the second."]);
    expect((await engines(daemon)).map(({ status }) => status.state)).toEqual(["stopped", "ready"]);
  });

  it("is chosen for a session that runs, and the main one again", async () => {
    const { daemon, path } = await given();
    const session = await openTestSession(daemon);
    await session.turn("[[who]]");
    await load(daemon, path);
    await session.send({ type: "accept-model", from: { path } });
    expect(textOf(await session.turn("[[who]]"))).toEqual(["I am the second."]);
    const { models } = await daemon.client.call("listChoices");
    const lead = models.find(({ inUse }) => inUse);
    if (!lead) throw new Error("no main model");
    await session.send({ type: "accept-model", from: lead.from });
    expect(textOf(await session.turn("[[who]]"))).toEqual(["I am the first."]);
  });

  it("is not unloaded during a turn of its sessions, not even while a command runs", async () => {
    const { daemon, path } = await given({ config: '[permission]\nallow = ["command: sleep *"]\n' });
    await load(daemon, path);
    const body = { workspace: daemon.workspace, model: { path } };
    const session = followTestSession(daemon, (await daemon.client.call("openSession", { body })).session.id);
    await session.send({ type: "send-message", text: "[[slow]]" });
    await session.until("tool.started");
    await expect(unload(daemon, await beside(daemon))).rejects.toMatchObject({ code: "busy" });
    await session.send({ type: "cancel" });
    await session.until("turn.ended");
    await unload(daemon, await beside(daemon));
    expect(await engines(daemon)).toHaveLength(1);
  });

  it("is refused with the reason where it cannot be loaded", async () => {
    const { daemon } = await given();
    const broken = join(daemon.folder, "broken.gguf");
    await writeFile(broken, "not a model");
    await expect(load(daemon, broken)).rejects.toMatchObject({ code: "model_file_invalid" });
    expect(await engines(daemon)).toHaveLength(1);
  });

  it("is gone after a restart: its session says so, and is not answered by the main one", async () => {
    const { daemon, path } = await given();
    await load(daemon, path);
    const body = { workspace: daemon.workspace, model: { path } };
    const { id } = (await daemon.client.call("openSession", { body })).session;
    const pid = (await beside(daemon))?.status.pid ?? 0;
    await daemon.stop();
    expect(isAlive(pid)).toBe(false);
    await daemon.start();
    expect(await engines(daemon)).toHaveLength(1);
    const refused = await followTestSession(daemon, id).turn("[[who]]");
    expect(bodiesOf(refused, "turn.ended")[0]).toMatchObject({
      failure: { code: "model_changed", params: { model: "second" } },
    });
    await load(daemon, path);
    expect(textOf(await followTestSession(daemon, id).turn("[[who]]"))).toEqual(["I am the second."]);
    await expect(
      daemon.client.call("openSession", { body: { ...body, model: { path: "/gone.gguf" } } }),
    ).rejects.toMatchObject({ code: "model_not_found" });
  });

  it("becomes the main one without a second copy", async () => {
    const { daemon, path } = await given();
    await load(daemon, path);
    await daemon.client.call("loadModel", { body: { path } });
    await expect.poll(() => engines(daemon)).toMatchObject([{ id: "lead", status: { label: "second" } }]);
    await load(daemon, path);
    expect(await engines(daemon)).toHaveLength(1);
  });

  it("is loaded, listed and unloaded in a terminal", async () => {
    const { daemon, path } = await given();
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const told = await kestrel(home, ["models", "load", path, "--beside"]);
    expect(told.out).toContain("beside the main model");
    await expect.poll(() => stateOf(daemon)).toBe("ready");
    const listed = (await kestrel(home, ["models", "ps"])).out;
    expect(listed).toMatch(/\(main model\)/);
    expect(listed).toMatch(/second \(beside the main model\): ready/);
    await kestrel(home, ["models", "unload", "second"]);
    expect(await engines(daemon)).toHaveLength(1);
    await rm(path);
  });
});

describe.skipIf(testEngine === undefined)("a second model in the pool of engines", () => {
  it("is started again after a crash, and has the main one's time until it is unloaded", async () => {
    const { here, crew, model } = await givenCrew({ config: "[engine]\nidle_minutes = 1\n" });
    const path = await model("second");
    const engine = await crew.loaded.load(await here.beside({ path }));
    await engine.ready(never);
    const [first] = crew.engines();
    endByPid(first?.status.pid ?? 0);
    const isAnother = () => {
      const { state, pid } = engine.status();
      return state === "ready" && pid !== first?.status.pid;
    };
    await expect.poll(isAnother).toBe(true);
    expect(engine.status().unloadsAt).toBeDefined();
    const session = crew.loaded.of({ accepted: { path } });
    expect((await said(session?.backend)).last).toMatchObject({ kind: "done" });
    await engine.stop();
    expect(crew.engines()).toEqual([]);
    expect((await said(session?.backend)).last).toMatchObject({ kind: "done" });
  });

  it("is refused with the arithmetic where it does not fit, and makes an idle one of its kind go where it does", async () => {
    let available = 0;
    const { here, crew, model, runs } = await givenCrew({ available: () => available });
    const [second, third] = [await model("second"), await model("third")];
    const refusal = await crew.loaded.load(await here.beside({ path: second })).catch((error) => error);
    expect(refusal).toMatchObject({
      code: "engine_start_failed",
      params: { reason: "memory", needs: expect.any(Number), room: 0 },
    });
    expect(crew.engines()).toEqual([]);
    expect(await runs()).toEqual([]);

    available = Number.MAX_SAFE_INTEGER;
    await (await crew.loaded.load(await here.beside({ path: second }))).ready(never);
    const mapped = crew.engines()[0]?.status.memory?.weights ?? 0;
    // The main model's place, the weights of the second, and a byte less than a third takes.
    available = poolMargin + refusal.params.needs + mapped + (refusal.params.needs - 1);
    await (await crew.loaded.load(await here.beside({ path: third }))).ready(never);
    expect(crew.engines().map(({ status }) => status.label)).toEqual(["third"]);
  });
});
