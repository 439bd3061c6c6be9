import type { Engine } from "@kestrel/core";
import { stillEngine } from "@kestrel/core/testing";
import type { EngineStatus, ModelFacts } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { ModelEngine } from "../../src/engine/model-engine.ts";

const factsOf = (label: string): ModelFacts => ({
  label,
  server: "llama.cpp",
  window: 8192,
  capabilities: {
    tools: "native",
    vision: false,
    reasoning: false,
    progress: "real",
    countsTokens: true,
    slots: true,
  },
});

/** Resolves with the first status that fits. */
function until(engine: Engine, fits: (status: EngineStatus) => boolean): Promise<EngineStatus> {
  return new Promise((resolve) => {
    engine.watch((status) => fits(status) && resolve(status));
  });
}

const over = (engine: Engine, facts: () => Promise<ModelFacts>, idleMs = 0) =>
  new ModelEngine({ engine, source: "here" }, { idleMs, now: Date.now, facts });
const untold = () => Promise.reject(new Error("no answer"));

describe("the model beside the engine's state", () => {
  it("is told once the engine answers, asked for once in each life, and forgotten when it goes", async () => {
    const inner = stillEngine({ state: "starting" });
    let asked = 0;
    const engine = over(inner, async () => factsOf(`model ${++asked}`));
    expect(engine.status()).toEqual({ state: "starting" });
    inner.becomes({ state: "ready" });
    expect((await until(engine, ({ model }) => model !== undefined)).model?.label).toBe("model 1");
    inner.becomes({ state: "busy" });
    inner.becomes({ state: "ready" });
    expect(engine.status()).toMatchObject({ state: "ready", model: { label: "model 1" } });
    inner.becomes({ state: "crashed" });
    expect(engine.status()).toEqual({ state: "crashed" });
    inner.becomes({ state: "ready" });
    await until(engine, ({ model }) => model?.label === "model 2");
  });

  it("stays unknown when it cannot be told, and the state is told all the same", async () => {
    const inner = stillEngine({ state: "ready" });
    const engine = over(inner, () => Promise.reject(new Error("no answer")));
    inner.becomes({ state: "busy" });
    expect(engine.status()).toEqual({ state: "busy" });
  });
});

describe("a server that went away", () => {
  it("is looked at as soon as a reply was lost to it", async () => {
    let looked = 0;
    const inner = { ...stillEngine({ state: "ready", source: "connect" }), check: async () => void looked++ };
    const engine = over(inner, untold);
    engine.occupy()({ lost: false });
    expect(looked).toBe(0);
    engine.occupy()({ lost: true });
    expect(looked).toBe(1);
  });
});

describe("the engine of a model", () => {
  it("has one status, whichever engine it is", async () => {
    const [first, second] = [
      stillEngine({ state: "ready", label: "a" }),
      stillEngine({ state: "stopped", label: "b" }),
    ];
    const engine = over(first, untold);
    const seen: string[] = [];
    const unwatch = engine.watch(({ state, label }) => void seen.push(`${label} ${state}`));
    const leave = engine.occupy();
    leave({ lost: false });
    await engine.replace({ engine: second, source: "there" });
    expect(engine.source).toBe("there");
    first.becomes({ state: "crashed", label: "a" });
    await engine.ready(new AbortController().signal);
    unwatch();
    second.becomes({ state: "crashed", label: "b" });
    expect(seen).toEqual(["a ready", "a busy", "a ready", "a stopped", "b stopped", "b ready"]);
    expect(engine.status()).toMatchObject({ state: "crashed", label: "b" });
  });

  it("that was lost and is only slow leaves nobody watching, whether the wait ends or is cancelled", async () => {
    const inner = stillEngine({ state: "ready", source: "self" });
    const watchers = { now: 0 };
    const counted: Engine = {
      ...inner,
      watch(listener) {
        watchers.now += 1;
        const unwatch = inner.watch(listener);
        return () => {
          watchers.now -= 1;
          unwatch();
        };
      },
    };
    const engine = over(counted, untold);
    const before = watchers.now;
    for (const ends of ["the wait", "the engine"] as const) {
      engine.occupy()({ lost: true });
      const cancel = new AbortController();
      const ready = engine.ready(cancel.signal);
      await expect.poll(() => watchers.now).toBe(before + 1);
      if (ends === "the wait") cancel.abort();
      else inner.becomes({ state: "crashed", source: "self" });
      await ready;
      expect(watchers.now).toBe(before);
    }
  });
});
