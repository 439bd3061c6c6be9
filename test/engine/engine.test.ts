import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Engine } from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol/api";
import { createEngine, type OwnEngineSpec } from "@kestrel/runtime";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../../packages/runtime/test/fixtures/bundle-program.ts";
import { failureOfStart } from "../../packages/runtime/test/fixtures/failure-of-start.ts";
import {
  endByPid,
  isAlive,
  leftAfter,
  processesNaming,
} from "../../packages/runtime/test/fixtures/process-facts.ts";
import { testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";

const patient = () => new AbortController().signal;

describe.skipIf(testEngine === undefined)("a llama-server under Kestrel's care", () => {
  let folder = "";
  let modelPath = "";
  let supervisorPath = "";
  const enginePath = testEngine ?? "";
  const engines: Engine[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-engine-"));
    modelPath = join(folder, "scripted.gguf");
    await writeScriptedModel(modelPath, standardScripts);
    // In the test's own folder, so that every process of a test can be told by its command line.
    supervisorPath = join(folder, "supervisor.cjs");
    await copyFile(
      join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs"),
      supervisorPath,
    );
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
    expect(await leftAfter(2000, folder)).toEqual([]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function engineWith(more: Partial<OwnEngineSpec> = {}) {
    const runFolder = join(folder, "run");
    const engine = createEngine(
      { source: "self", enginePath, modelPath, runFolder, threads: 1, ...more },
      { supervisorPath, firstPauseMs: 50 },
    );
    engines.push(engine);
    return engine;
  }
  const post = async (engine: Engine, body: object) => {
    const { url, apiKey } = await engine.ready(patient());
    return fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  };
  const says = (text: string, more: object = {}) => ({
    messages: [{ role: "user", content: text }],
    ...more,
  });

  it("starts with the progress that the server tells, answers only to its key, and leaves nothing", async () => {
    const engine = engineWith({ window: 4096 });
    const seen: EngineStatus[] = [];
    engine.watch((status) => seen.push(status));
    const { url } = await engine.ready(patient());
    expect((await fetch(`${url}/props`)).status).toBe(401);
    const answer = (await (await post(engine, says("[[plain]]"))).json()) as { choices: unknown[] };
    expect(answer.choices).toHaveLength(1);
    const { pid = 0, command = [] } = engine.status();
    expect(isAlive(pid)).toBe(true);
    expect(command.join(" ")).toMatch(/-c 4096 -t 1 -lv 4 --host 127\.0\.0\.1 --port \d+ .*-np 1/);
    const started = performance.now();
    await engine.stop();
    expect(performance.now() - started).toBeLessThan(3000);
    expect(isAlive(pid)).toBe(false);
    const progress = seen.flatMap(({ state, progress: share }) =>
      state === "starting" ? [share ?? -1] : [],
    );
    expect(Math.max(...progress)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it("stops in time though a reply without end is on its way", async () => {
    const engine = engineWith();
    const reply = await post(engine, says("[[loop]]", { stream: true }));
    const reader = reply.body?.getReader();
    await reader?.read();
    const started = performance.now();
    await engine.stop();
    expect(performance.now() - started).toBeLessThan(7000);
    await reader?.cancel().catch(() => {});
  });

  it("is crashed when it is killed, and comes back", async () => {
    const engine = engineWith();
    const first = await engine.ready(patient());
    const { pid = 0 } = engine.status();
    const crash = new Promise<EngineStatus>((resolve) => {
      engine.watch((status) => status.state === "crashed" && resolve(status));
    });
    endByPid(pid);
    expect((await crash).failure).toEqual({ code: "engine_died", params: { signal: "SIGKILL" } });
    expect((await engine.ready(patient())).apiKey).not.toBe(first.apiKey);
    expect((await post(engine, says("[[plain]]"))).status).toBe(200);
  });

  it("says what is wrong with the arguments or the model, in its own words, and does not insist", async () => {
    const misled = engineWith({ extraArgs: ["--no-such-flag"] });
    expect(await failureOfStart(misled)).toMatchObject({
      code: "engine_start_failed",
      params: { reason: "arguments" },
    });
    expect(misled.status().lines?.join("\n")).toContain("--no-such-flag");
    const whole = await readFile(modelPath);
    const cut = join(folder, "cut.gguf");
    await writeFile(cut, whole.subarray(0, whole.length - 40));
    expect(await failureOfStart(engineWith({ modelPath: cut }))).toMatchObject({
      code: "model_file_invalid",
      params: { reason: "truncated" },
    });
  });

  describe("when its daemon is killed", () => {
    let program = "";
    beforeAll(async () => {
      program = await bundleProgram("daemon-with-engine", folder);
    });
    const startDaemon = () =>
      spawn(process.execPath, [program, supervisorPath, enginePath, modelPath, join(folder, "run")], {
        stdio: ["ignore", "pipe", "inherit"],
      });

    it("goes too, with every command, twenty times out of twenty", async () => {
      for (let round = 1; round <= 20; round += 1) {
        const daemon = startDaemon();
        for await (const line of createInterface({ input: daemon.stdout })) if (line === "ready") break;
        expect(processesNaming(folder).length).toBeGreaterThanOrEqual(5);
        daemon.kill("SIGKILL");
        expect(await leftAfter(5000, folder), `round ${round}`).toEqual([]);
      }
    });

    it("goes too while it is still starting", async () => {
      const seed = Date.now() % 1000;
      for (let round = 0; round < 8; round += 1) {
        const delayMs = (seed + round * 37) % 200;
        const daemon = startDaemon();
        await once(daemon.stdout, "data");
        await sleep(delayMs);
        daemon.kill("SIGKILL");
        expect(await leftAfter(5000, folder), `killed ${delayMs} ms after its begin`).toEqual([]);
      }
    });
  });
});
