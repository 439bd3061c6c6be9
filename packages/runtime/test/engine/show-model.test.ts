import type { Engine } from "@kestrel/core";
import { stillEngine } from "@kestrel/core/testing";
import type { EngineStatus, ModelFacts } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { showModel } from "../../src/engine/show-model.ts";

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

describe("the model beside the engine's state", () => {
  it("is told once the engine answers, asked for once in each life, and forgotten when it goes", async () => {
    const inner = stillEngine({ state: "starting" });
    let asked = 0;
    const engine = showModel(inner, async () => factsOf(`model ${++asked}`));
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
    const engine = showModel(inner, () => Promise.reject(new Error("no answer")));
    inner.becomes({ state: "busy" });
    expect(engine.status()).toEqual({ state: "busy" });
  });
});
