import type { Endpoint } from "@kestrel/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend } from "../../src/index.ts";
import { ask } from "../chunks.ts";
import { FakeModelServer } from "../fake-model-server.ts";
import { fixture } from "../fixture.ts";

const speech = { body: fixture("ollama-text.ndjson"), headers: { "content-type": "application/x-ndjson" } };

describe("a model in Ollama", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
    server.answers("GET /api/version", { version: "0.21.0" });
    server.answers("GET /api/ps", { models: [] });
    server.answers("POST /api/show", {
      capabilities: ["completion", "tools", "thinking"],
      model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
    });
  });
  afterEach(() => server.stop());
  const backendFor = (more: Partial<Endpoint> = {}) =>
    createBackend({ kind: "ollama", url: server.url, model: "qwen3:8b", ...more });
  const sent = () => server.chats.map(({ body }) => JSON.parse(body));

  it("has the window it is loaded with, and is asked with just that, so that it stays loaded", async () => {
    server.answers("GET /api/ps", fixture("ollama-ps.json"));
    const backend = backendFor();
    expect(await backend.facts()).toMatchObject({
      label: "qwen3:8b",
      server: "Ollama 0.21.0",
      window: 4096,
      limits: ["window_small"],
      capabilities: {
        tools: "native",
        reasoning: true,
        thinking: ["off", "on"],
        vision: false,
        progress: "none",
        countsTokens: false,
        unload: true,
      },
    });
    server.plays(speech);
    await ask(backend);
    expect(sent()[0]).toMatchObject({ model: "qwen3:8b", think: true, options: { num_ctx: 4096 } });
  });

  it("keeps asking with the first window when somebody else loads it with another", async () => {
    const backend = backendFor();
    for (const context_length of [16_384, 4_096]) {
      server.plays(speech);
      await ask(backend);
      server.answers("GET /api/ps", { models: [{ name: "qwen3:8b", context_length }] });
      expect((await backend.facts()).window).toBe(16_384);
    }
    expect(sent().map(({ options }) => options.num_ctx)).toEqual([16_384, 16_384]);
  });

  it.each([
    ["the endpoint's wish", { window: 32_768 }, {}, 32_768],
    ["never more than it was trained for", { window: 65_536 }, {}, 40_960],
    ["its own file", {}, { parameters: 'stop  "x"\nnum_ctx    24576\n' }, 24_576],
    ["the usual one", {}, {}, 16_384],
  ])("is loaded with %s", async (_whose, endpoint, more, window) => {
    const shown = { capabilities: ["completion"], model_info: { "qwen3.context_length": 40_960 }, ...more };
    server.answers("POST /api/show", shown);
    const backend = backendFor(endpoint);
    server.plays(speech);
    const chunks = await ask(backend);
    expect(chunks[0]).toEqual({ kind: "progress", progress: { phase: "loading" } });
    expect(sent()[0].options.num_ctx).toBe(window);
    expect(sent()[0]).not.toHaveProperty("think");
    server.plays(speech);
    expect((await ask(backend))[0]).toMatchObject({ kind: "text" });
  });

  it("is the running one where none is named, never one that is not loaded or runs in a cloud", async () => {
    const ps = (...models: object[]) => server.answers("GET /api/ps", { models });
    const chosen = async () => (await backendFor({ model: undefined }).facts()).label;
    ps(
      { name: "gpt-oss:120b-cloud" },
      { name: "mine", remote_host: "https://ollama.com" },
      { name: "qwen3:8b" },
    );
    expect(await chosen()).toBe("qwen3:8b");
    ps();
    server.answers("GET /api/tags", { models: [{ name: "qwen3:8b" }] });
    expect(await chosen()).toBe("Ollama");
  });

  it("is asked to think as the settings say, where it can", async () => {
    const endpoint: Endpoint = { kind: "ollama", url: server.url, model: "qwen3:8b" };
    for (const thinking of ["off", "high", { budget: 500 }] as const) {
      server.plays(speech);
      await ask(createBackend(endpoint, { thinking }));
    }
    expect(sent().map(({ think }) => think)).toEqual([false, "high", true]);
  });

  it("is told of the tools in words where it takes none", async () => {
    server.answers("POST /api/show", { capabilities: ["completion"] });
    const backend = backendFor();
    expect((await backend.facts()).capabilities.tools).toBe("text");
    server.plays(speech);
    await ask(backend);
    expect(sent()[0]).not.toHaveProperty("tools");
    expect(sent()[0].messages[0].content).toContain('"name":"shell"');
  });

  it("is refused by name when Ollama wants a key", async () => {
    server.answers("GET /api/ps", { error: "unauthorized" }, 401);
    await expect(backendFor().facts()).rejects.toMatchObject({ code: "auth" });
  });
});
