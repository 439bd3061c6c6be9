import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backendForEngine } from "@kestrel/backends";
import { type Engine, openSession } from "@kestrel/core";
import { memoryEventLog, stillHost } from "@kestrel/core/testing";
import { type EventBody, SessionId } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { backendInUse, createEngine, ModelEngine, modelScanner, type OwnEngineSpec } from "@kestrel/runtime";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { endByPid, leftAfter } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { testEngine } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";

const patient = () => new AbortController().signal;

describe.skipIf(testEngine === undefined)("an engine in use", () => {
  let folder = "";
  const running: Engine[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-in-use-"));
    await writeScriptedModel(join(folder, "scripted.gguf"), standardScripts);
    await writeRandomModel(join(folder, "other.gguf"), "gemma3", { width: 256 });
    await copyFile(
      join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs"),
      join(folder, "supervisor.cjs"),
    );
  });
  afterEach(async () => {
    for (const engine of running.splice(0)) await engine.stop();
    expect(await leftAfter(2000, folder)).toEqual([]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const engineWith = (model: string, more: Partial<OwnEngineSpec> = {}) => {
    const spec = { enginePath: testEngine ?? "", runFolder: join(folder, "run"), threads: 1, ...more };
    const modelPath = join(folder, `${model}.gguf`);
    return createEngine(
      { source: "self", modelPath, ...spec },
      { supervisorPath: join(folder, "supervisor.cjs"), firstPauseMs: 50 },
    );
  };
  function inUse(idleMs = 0) {
    const first = { engine: engineWith("scripted"), source: "scripted" };
    const engine: ModelEngine = new ModelEngine(first, {
      idleMs,
      now: Date.now,
      facts: () => backend.facts(),
    });
    const backend = backendInUse(
      backendForEngine((cancel) => engine.ready(cancel)),
      engine,
    );
    running.push(engine);
    return { engine, backend };
  }
  const until = (engine: Engine, state: EngineStatus["state"]) =>
    new Promise<EngineStatus>((resolve) => {
      const unwatch = engine.watch((status) => {
        if (status.state !== state) return;
        resolve(status);
        queueMicrotask(() => unwatch());
      });
    });
  async function sessionOver(backend: ReturnType<typeof inUse>["backend"]) {
    const session = await openSession({
      log: memoryEventLog(),
      agent: { backend, tools: [], host: stillHost(), limits: { maxSteps: 5 } },
      opening: {
        ...{ sessionId: SessionId.parse("s00000001"), workspace: "/w", mode: "ask" },
        ...{ machine: "Machine: a test.", version: "0" },
      },
    });
    const bodies: EventBody[] = [];
    let speaks = () => {};
    const speaking = new Promise<void>((resolve) => {
      speaks = resolve;
    });
    session.watch((news) => {
      if (news.kind === "event") bodies.push(news.event.body);
      if (news.kind === "frame" && news.frame.type === "text") speaks();
    });
    return { session, bodies, speaking };
  }

  it("is busy while it replies, and ready again", async () => {
    const { engine, backend } = inUse();
    const { session } = await sessionOver(backend);
    const busy = until(engine, "busy");
    await session.apply({ opId: "t1", type: "send-message", text: "[[plain]]" }, "t1");
    await busy;
    await session.settled();
    expect(engine.status().state).toBe("ready");
    await session.close();
  });

  it("that nobody uses is unloaded when it was said, and loaded again for the next turn", async () => {
    const { engine, backend } = inUse(400);
    const { session, bodies } = await sessionOver(backend);
    await session.apply({ opId: "t1", type: "send-message", text: "[[plain]]" }, "t1");
    await session.settled();
    const announced = Date.parse(engine.status().unloadsAt ?? "");
    await until(engine, "stopped");
    expect(Math.abs(Date.now() - announced)).toBeLessThan(1000);
    expect(engine.status().unloadsAt).toBeUndefined();
    await session.apply({ opId: "t2", type: "send-message", text: "[[plain]] again" }, "t2");
    await session.settled();
    expect(bodies.filter(({ type }) => type === "turn.ended")).toMatchObject([
      { reason: "done" },
      { reason: "done" },
    ]);
    await session.close();
  });

  it("that dies while it speaks is started again, and the turn goes on", async () => {
    const { engine, backend } = inUse();
    const { session, bodies, speaking } = await sessionOver(backend);
    await session.apply({ opId: "t1", type: "send-message", text: "[[long]]" }, "t1");
    await speaking;
    const { pid = 0 } = engine.status();
    expect(pid).toBeGreaterThan(1);
    endByPid(pid);
    await session.settled();
    expect(bodies.at(-1)).toMatchObject({ type: "turn.ended", reason: "done" });
    expect(bodies.filter((body) => body.type === "reply.completed" && body.failure)).toMatchObject([
      { text: "", failure: { code: "engine_died" } },
    ]);
    await session.apply({ opId: "t2", type: "send-message", text: "[[plain]]" }, "t2");
    await session.settled();
    expect(bodies.at(-1)).toMatchObject({ type: "turn.ended", reason: "done" });
    expect(engine.status().pid).not.toBe(pid);
    await session.close();
  });

  it("can be given another model, and tells what that one takes: what was estimated, within 5 %", async () => {
    const { engine } = inUse();
    const first = await engine.ready(patient());
    await engine.replace({ engine: engineWith("other", { window: 32_768 }), source: "other" });
    const second = await engine.ready(patient());
    expect(second.url).not.toBe(first.url);
    const found = await modelScanner([{ path: folder, place: "configured" }]).scan();
    const estimated = found.find(({ id }) => id === "other")?.memory;
    const { memory } = engine.status();
    expect(estimated?.window).toBe(32_768);
    expect(Math.abs((estimated?.weights ?? 0) / (memory?.weights ?? 0) - 1)).toBeLessThan(0.05);
    expect(Math.abs((estimated?.cache ?? 0) / (memory?.cache ?? 0) - 1)).toBeLessThan(0.05);
  });
});
