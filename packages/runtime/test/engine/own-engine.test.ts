import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine } from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol/api";
import { createEngine, type EngineSurroundings, type OwnEngineSpec } from "@kestrel/runtime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failureOfStart } from "../fixtures/failure-of-start.ts";
import { endByPid, goneWithin, isAlive, processesNaming } from "../fixtures/process-facts.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));
const program = (name: string) => fileURLToPath(new URL(`../fixtures/engines/${name}.cjs`, import.meta.url));
const patient = () => new AbortController().signal;

/** A GGUF without any tensor: enough for programs that only pretend. */
const emptyModel = Buffer.concat([Buffer.from("GGUF"), Buffer.from([3, 0, 0, 0]), Buffer.alloc(16)]);

describe("an engine of our own", () => {
  let folder = "";
  let modelPath = "";
  const engines: Engine[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-own-engine-"));
    modelPath = join(folder, "model.gguf");
    await writeFile(modelPath, emptyModel);
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const runFolder = () => join(folder, "run");
  function engineThat(name: string, more: Partial<OwnEngineSpec> & Partial<EngineSurroundings> = {}) {
    const { patienceMs, firstPauseMs, environment, ...spec } = more;
    const engine = createEngine(
      { source: "self", enginePath: program(name), modelPath, runFolder: runFolder(), ...spec },
      { supervisorPath, patienceMs, firstPauseMs, environment },
    );
    engines.push(engine);
    return engine;
  }
  const shown = (engine: Engine, state: EngineStatus["state"]) =>
    new Promise<EngineStatus>((resolve) => {
      engine.watch((status) => status.state === state && resolve(status));
    });

  it("starts when it is needed, tells real progress, and leaves no process when it is stopped", async () => {
    const engine = engineThat("faithful", { label: "a model" });
    const seen: EngineStatus[] = [];
    engine.watch((status) => seen.push(status));
    expect(engine.status()).toMatchObject({ state: "stopped", source: "self", label: "a model" });
    const endpoint = await engine.ready(patient());
    expect(endpoint).toMatchObject({ kind: "llama-cpp", label: "a model" });
    const { pid = 0 } = engine.status();
    expect(isAlive(pid)).toBe(true);
    expect((await engine.ready(patient())).url).toBe(endpoint.url);
    await engine.stop();
    expect(isAlive(pid)).toBe(false);
    const progress = seen.filter(({ state }) => state === "starting").map((status) => status.progress ?? -1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress).toContain(0.125);
    expect(seen.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1])).toEqual([
      "stopped",
      "starting",
      "ready",
      "stopping",
      "stopped",
    ]);
    expect((await readdir(runFolder())).filter((name) => name !== "engine-flags.json")).toEqual([]);
  });

  it("keeps the key in a file of its own and the daemon's secrets to itself", async () => {
    const environment = {
      PATH: process.env.PATH,
      LLAMA_ARG_HOST: "0.0.0.0",
      HF_TOKEN: "hf_1",
      OPENAI_API_KEY: "sk-1",
      CUDA_VISIBLE_DEVICES: "0",
    };
    const engine = engineThat("faithful", { environment });
    const { url, apiKey = "" } = await engine.ready(patient());
    const keyFile = join(runFolder(), "engine.key");
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect((await readFile(keyFile, "utf8")).trim()).toBe(apiKey);
    expect(apiKey.length).toBeGreaterThan(20);
    const answer = await fetch(`${url}/props`, { headers: { authorization: `Bearer ${apiKey}` } });
    const given = (await answer.json()) as { environment: Record<string, string>; arguments: string[] };
    expect(Object.keys(given.environment).sort()).toEqual([
      "CUDA_VISIBLE_DEVICES",
      "KESTREL_CHILD",
      "LLAMA_SERVER_ROUTER_PORT",
      "PATH",
    ]);
    expect(given.arguments.join(" ")).not.toContain(apiKey);
    expect(engine.status().command).toEqual([program("faithful"), ...given.arguments]);
  });

  it("does not wait for ever, whatever the engine prints, and ends it", async () => {
    const engine = engineThat("never-healthy", { patienceMs: 500 });
    let pid = 0;
    engine.watch((status) => {
      pid = status.pid ?? pid;
    });
    expect(await failureOfStart(engine)).toMatchObject({
      code: "engine_start_failed",
      params: { reason: "ready_timeout" },
    });
    expect(pid).toBeGreaterThan(1);
    expect(isAlive(pid)).toBe(false);
    expect(engine.status()).toMatchObject({ state: "failed", failure: { code: "engine_start_failed" } });
  });

  it("leaves no process where its record cannot be written", async () => {
    await mkdir(join(runFolder(), `engine.json.${process.pid}`), { recursive: true });
    expect(await failureOfStart(engineThat("faithful"))).toMatchObject({ code: "engine_start_failed" });
    expect(processesNaming(modelPath)).toEqual([]);
  });

  it("does not take a stranger for its engine that says yes to everything", async () => {
    expect(await failureOfStart(engineThat("squatter"))).toMatchObject({ params: { reason: "identity" } });
  });

  it("gives up after five restarts, shows the last lines, and tries again when asked", async () => {
    const engine = engineThat("crash-on-start", { firstPauseMs: 2 });
    expect(await failureOfStart(engine)).toMatchObject({
      code: "engine_start_failed",
      params: { reason: "exited", exitCode: 1 },
    });
    const { state, lines = [] } = engine.status();
    expect(state).toBe("failed");
    expect(lines.slice(-20)).toEqual([
      ...Array.from({ length: 19 }, (_, line) => `line ${line + 12}`),
      "something broke",
    ]);
    expect(await readFile(`${modelPath}.starts`, "utf8")).toHaveLength(6);
    await failureOfStart(engine);
    expect(await readFile(`${modelPath}.starts`, "utf8")).toHaveLength(12);
  });

  it("does not repeat a start that the arguments spoil", async () => {
    const engine = engineThat("crash-on-start", { firstPauseMs: 2, extraArgs: ["--grp-attn-n", "3"] });
    expect(await failureOfStart(engine)).toMatchObject({ params: { reason: "arguments" } });
    expect(await readFile(`${modelPath}.starts`, "utf8")).toBe("x");
  });

  it("kills an engine that will not go", async () => {
    const engine = engineThat("ignores-sigterm");
    await engine.ready(patient());
    const { pid = 0 } = engine.status();
    await engine.stop();
    expect(isAlive(pid)).toBe(false);
  });

  it("keeps the last lines short, without the key", async () => {
    const engine = engineThat("floods-stderr");
    const { apiKey = "" } = await engine.ready(patient());
    const { lines = [] } = engine.status();
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThanOrEqual(400);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2048);
    expect(lines.at(-1)).toBe("the key is [left out], the other is --api-key [left out]");
    expect(lines.join()).not.toContain(apiKey);
  });

  it("starts again when it is killed while in use", async () => {
    const engine = engineThat("faithful", { firstPauseMs: 10 });
    const first = await engine.ready(patient());
    const { pid = 0 } = engine.status();
    const crashed = shown(engine, "crashed");
    endByPid(pid);
    expect((await crashed).failure).toEqual({ code: "engine_died", params: { signal: "SIGKILL" } });
    const second = await engine.ready(patient());
    expect(second.apiKey).not.toBe(first.apiKey);
    expect(engine.status().pid).not.toBe(pid);
  });

  it("stops while it starts, and tells who waited", async () => {
    const engine = engineThat("never-healthy");
    const waiting = failureOfStart(engine);
    const { pid = 0 } = await new Promise<EngineStatus>((resolve) => {
      engine.watch((status) => status.pid !== undefined && resolve(status));
    });
    await engine.stop();
    expect(await waiting).toMatchObject({ code: "engine_not_ready", params: { reason: "stopped" } });
    expect(await goneWithin(0, pid)).toBe(true);
  });

  it("goes on loading when the one who asked no longer wants to wait", async () => {
    const engine = engineThat("faithful");
    const stop = new AbortController();
    const waiting = engine.ready(stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({
      code: "engine_not_ready",
      params: { reason: "cancelled" },
    });
    expect((await shown(engine, "ready")).pid).toBeDefined();
  });

  it("refuses a broken model, a flag that is not the user's, and a program that is none, before anything runs", async () => {
    await writeFile(modelPath, "NOTA model");
    expect(await failureOfStart(engineThat("faithful"))).toMatchObject({
      code: "model_file_invalid",
      params: { path: modelPath, reason: "not_gguf" },
    });
    await writeFile(modelPath, emptyModel);
    expect(await failureOfStart(engineThat("faithful", { extraArgs: ["--port=1"] }))).toMatchObject({
      code: "loadout_invalid",
      params: { flag: "--port" },
    });
    const plain = join(folder, "plain");
    await writeFile(plain, "");
    await chmod(plain, 0o644);
    expect(await failureOfStart(engineThat("faithful", { enginePath: plain }))).toMatchObject({
      code: "engine_start_failed",
      params: { reason: "program", detail: "EACCES" },
    });
  });

  it("says that the port is taken when the user chose it", async () => {
    const first = engineThat("faithful");
    const port = Number(new URL((await first.ready(patient())).url).port);
    const second = engineThat("faithful", { port, firstPauseMs: 2, runFolder: join(folder, "other") });
    expect(await failureOfStart(second)).toMatchObject({
      code: "port_in_use",
      params: { reason: "port", port },
    });
  });
});
