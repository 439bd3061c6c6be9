import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../test/daemon/event-loop.ts";
import { createBackend } from "../src/index.ts";
import { modelsIn } from "../src/openai/model-list.ts";
import { ask, collect, somePrompt } from "./chunks.ts";
import { FakeModelServer } from "./fake-model-server.ts";
import { fixture } from "./fixture.ts";

describe("a list of models that is a flood", () => {
  it("is looked at as far as anybody has models, and those that are none are left out", async () => {
    const floods = [
      [],
      { id: 3 },
      { id: "good", architecture: { input_modalities: Array(150_000).fill(3) } },
    ];
    const flood = Array.from({ length: 150_000 }, (_, at) => floods[at % 3]);
    const { result, blockedMs } = await longestBlock(() => modelsIn({ data: flood }));
    expect(result).toHaveLength(666);
    expect(result[0]).toMatchObject({ id: "good", vision: false });
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  });
});

describe("what a server tells of its model", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
  });
  afterEach(() => server.stop());

  describe("llama-server", () => {
    beforeEach(() => {
      server.answers("GET /props", fixture("llama-props.json"));
      server.answers("GET /v1/models", fixture("llama-models.json"));
    });

    it("has the window of one slot, as recorded", async () => {
      server.answers("POST /v1/chat/completions/input_tokens", { input_tokens: 417 });
      const endpoint = { kind: "llama-cpp", url: server.url, cpuEngine: true } as const;
      const traits = { anyWindow: true, noSeat: true };
      const backend = createBackend(endpoint, { traits });
      expect(await backend.facts()).toEqual({
        label: "scripted",
        server: "llama.cpp b11669-Debian",
        trainedWindow: 8192,
        window: 8192,
        slots: 1,
        instance: "r9KVpQAt9ySWxiegLr3MRNALoXeEvuAW",
        traits,
        limits: ["cpu_engine"],
        sampling: { temperature: 0.8, top_p: 0.95, top_k: 40, min_p: 0.05, repeat_penalty: 1 },
        capabilities: {
          tools: "native",
          vision: false,
          toolImages: false,
          reasoning: true,
          progress: "real",
          countsTokens: true,
          slots: true,
          thinking: ["off", "on", "budget"],
          answerSchema: true,
          begunReply: false,
          resume: false,
          unload: false,
        },
      });
      expect(await backend.countTokens(somePrompt)).toBe(417);
    });

    it("is seen to count once, until another one answers at its address", async () => {
      server.answers("POST /v1/chat/completions/input_tokens", { input_tokens: 417 });
      const counted = () => server.heard.filter(({ path }) => path.includes("input_tokens")).length;
      const backend = createBackend({ kind: "llama-cpp", url: server.url });
      expect(await backend.facts()).toEqual(await backend.facts());
      expect(counted()).toBe(1);
      const props = JSON.parse(fixture("llama-props.json").toString());
      server.answers("GET /props", { ...props, media_marker: "<__media_another__>" });
      expect(await backend.facts()).toMatchObject({ instance: "another" });
      expect(counted()).toBe(2);
    });

    it("is not asked again what it said a moment ago, and is from then on", async () => {
      server.answers("POST /v1/chat/completions/input_tokens", { input_tokens: 417 });
      const json = (name: string): unknown => JSON.parse(fixture(name).toString());
      const said = { props: json("llama-props.json"), models: json("llama-models.json") };
      const asked = () => server.heard.filter(({ method }) => method === "GET").map(({ path }) => path);
      const backend = createBackend({ kind: "llama-cpp", url: server.url }, { said: () => said });
      const first = await backend.facts();
      expect(asked()).toEqual([]);
      expect(await backend.facts()).toEqual(first);
      expect(asked().sort()).toEqual(["/props", "/v1/models"]);
    });

    it("is named after its file where it has no alias, and says when it cannot count or its window is small", async () => {
      const props = JSON.parse(fixture("llama-props.json").toString());
      props.model_alias = props.model_path = "/models/Qwen3-8B-Q4_K_M-00001-of-00002.gguf";
      server.answers("GET /props", props);
      const backend = createBackend({ kind: "llama-cpp", url: server.url });
      expect(await backend.facts()).toMatchObject({
        label: "Qwen3-8B-Q4_K_M",
        limits: ["window_small"],
        capabilities: { countsTokens: false },
      });
      expect(await backend.countTokens(somePrompt)).toBeUndefined();
    });

    it("is asked of a router by name, and never loaded for it", async () => {
      const routed = (value: string) => ({ data: [{ id: "other" }, { id: "a/b", status: { value } }] });
      const backend = createBackend({ kind: "llama-cpp", url: server.url, model: "a/b" });
      server.answers("GET /props", { role: "router", max_instances: 4 });
      server.answers("GET /props?model=a%2Fb&autoload=false", fixture("llama-props.json"));
      server.answers("GET /v1/models", routed("unloaded"));
      expect(await backend.facts()).toMatchObject({ label: "a/b", window: undefined });
      server.answers("GET /v1/models", routed("loaded"));
      expect(await backend.facts()).toMatchObject({ label: "a/b", window: 8192 });
      const mayLoad = server.heard.filter(({ path }) => path !== "/props" && path !== "/v1/models");
      expect(mayLoad.filter(({ path }) => !path.includes("autoload=false"))).toEqual([]);
    });

    it("throws what the server refuses with", async () => {
      const backend = createBackend({ kind: "llama-cpp", url: server.url });
      server.answers("GET /props", fixture("llama-wrong-key.json"), 401);
      await expect(backend.facts()).rejects.toMatchObject({ name: "KestrelError", code: "auth" });
      server.answers(
        "GET /props",
        '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}',
        503,
      );
      await expect(backend.facts()).rejects.toMatchObject({ code: "engine_not_ready" });
    });
  });

  it("is little for a plain OpenAI-compatible server, and its only model is the one that is asked", async () => {
    server.answers("GET /v1/models", { data: [{ id: "mistral-small", context_length: 131072 }] });
    const backend = createBackend({ kind: "openai", url: server.url });
    expect(await backend.facts()).toMatchObject({
      label: "mistral-small",
      server: "OpenAI-compatible",
      window: undefined,
      limits: ["window_unknown"],
      capabilities: { progress: "none", countsTokens: false, slots: false },
    });
    expect(await backend.countTokens(somePrompt)).toBeUndefined();
    server.plays({ body: fixture("openai-text.sse") });
    await ask(backend);
    expect(JSON.parse(server.chats[0]?.body ?? "")).toMatchObject({ model: "mistral-small" });
  });

  it("is found out before the first reply, once, where the model has no name yet", async () => {
    server.answers("GET /v1/models", { data: [{ id: "mistral-small" }] });
    const backend = createBackend({ kind: "openai", url: server.url });
    for (const _ of [1, 2]) {
      server.plays({ body: fixture("openai-text.sse") });
      await ask(backend);
    }
    expect(server.heard.map(({ path }) => path)).toEqual([
      "/v1/models",
      "/v1/chat/completions",
      "/v1/chat/completions",
    ]);
  });

  it("is nobody's choice where a plain server lists several, and said to be elsewhere where it is", async () => {
    server.answers("GET /v1/models", { data: [{ id: "text-embedding" }, { id: "mistral-small" }] });
    const here = await createBackend({ kind: "openai", url: server.url }).facts();
    expect(here).toMatchObject({ label: new URL(server.url).host, limits: ["window_unknown"] });
  });

  it("is a name and nothing else where no list of models is offered", async () => {
    const backend = createBackend({ kind: "openai", url: server.url, label: "the lab's server" });
    expect(await backend.facts()).toMatchObject({ label: "the lab's server", limits: ["window_unknown"] });
  });

  it("comes from what LM Studio has loaded, not from what the model was trained for", async () => {
    server.answers("GET /api/v1/models", fixture("lm-studio-models.json"));
    server.answers("GET /v1/models", { data: [{ id: "qwen/qwen3-8b" }, { id: "google/gemma-3-12b" }] });
    const facts = await createBackend({ kind: "lm-studio", url: `${server.url}/v1` }).facts();
    expect(facts).toMatchObject({
      label: "Gemma 3 12B",
      server: "LM Studio",
      window: 16384,
      slots: 4,
      limits: [],
      capabilities: { vision: true, reasoning: true },
    });
  });

  it("is asked in LM Studio by the name of what is loaded, so that nothing is loaded twice", async () => {
    const listing = JSON.parse(fixture("lm-studio-models.json").toString());
    listing.models[1].loaded_instances[0].id = "google/gemma-3-12b:2";
    server.answers("GET /api/v1/models", listing);
    const endpoint = { kind: "lm-studio", url: server.url, model: "google/gemma-3-12b" } as const;
    server.plays({ body: fixture("lm-studio-text.sse") });
    await ask(createBackend(endpoint));
    expect(JSON.parse(server.chats[0]?.body ?? "")).toMatchObject({ model: "google/gemma-3-12b:2" });
  });

  it("names no model in LM Studio where none is loaded: that would load one behind the user's back", async () => {
    server.answers("GET /api/v1/models", { models: [{ key: "a", loaded_instances: [] }] });
    server.answers("GET /v1/models", { data: [{ id: "a" }] });
    server.plays({ status: 404, body: '{"error":{"message":"No models loaded. Please load a model."}}' });
    const chunks = await ask(createBackend({ kind: "lm-studio", url: server.url }));
    expect(JSON.parse(server.chats[0]?.body ?? "")).not.toHaveProperty("model");
    expect(chunks).toMatchObject([
      { kind: "failed", failure: { code: "model_not_found", params: { hint: "load_model" } } },
    ]);
  });

  it("comes from LM Studio's older list where the newer is missing", async () => {
    server.answers("GET /api/v0/models", fixture("lm-studio-models-v0.json"));
    const facts = await createBackend({ kind: "lm-studio", url: server.url }).facts();
    expect(facts).toMatchObject({
      label: "llava",
      window: 8192,
      limits: ["window_small"],
      capabilities: { vision: true },
    });
  });

  it("has no window in LM Studio for a model that is not loaded", async () => {
    server.answers("GET /api/v1/models", fixture("lm-studio-models.json"));
    const facts = await createBackend({ kind: "lm-studio", url: server.url, model: "qwen/qwen3-8b" }).facts();
    expect(facts).toMatchObject({ label: "qwen/qwen3-8b", window: undefined, limits: ["window_unknown"] });
  });
});

describe("a server that is asked for its model's name first", () => {
  it("does not hold up a cancel", async () => {
    const server = await FakeModelServer.start();
    server.ignores("GET /v1/models");
    const cancel = new AbortController();
    const backend = createBackend({ kind: "openai", url: server.url });
    const reply = collect(backend.reply(somePrompt, { toolChoice: "auto" }, cancel.signal));
    await expect.poll(() => server.heard.length).toBe(1);
    cancel.abort();
    expect(await reply).toEqual([]);
    await server.stop();
  });
});

describe("an address that is none", () => {
  it("is refused before anything is asked", () => {
    expect(() => createBackend({ kind: "openai", url: "localhost:1234" })).toThrow(
      expect.objectContaining({ code: "config_invalid" }),
    );
  });
});
