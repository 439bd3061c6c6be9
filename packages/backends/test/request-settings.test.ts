import type { Endpoint } from "@kestrel/core";
import type { Sampling } from "@kestrel/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BackendSettings, createBackend, type Thinking } from "../src/index.ts";
import { ask, collect, somePrompt } from "./chunks.ts";
import { FakeModelServer } from "./fake-model-server.ts";
import { fixture } from "./fixture.ts";

type Kind = "llama-cpp" | "lm-studio" | "ollama" | "vllm" | "mlx" | "other";

const never = new AbortController().signal;
const ndjson = { "content-type": "application/x-ndjson" };
const all: Sampling = {
  temperature: 0.7,
  top_p: 0.9,
  top_k: 20,
  min_p: 0.05,
  repeat_penalty: 1.1,
  seed: 7,
  max_tokens: 900,
};
const common = { temperature: 0.7, top_p: 0.9, top_k: 20, min_p: 0.05, seed: 7 };

describe("what every request says beside the prompt", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
  });
  afterEach(() => server.stop());

  /** A server of that kind as its documentation and sources describe it: see the shapes of each in `facts.test.ts`. */
  function serverOf(kind: Kind): Endpoint["kind"] {
    switch (kind) {
      case "llama-cpp":
        server.answers("GET /props", fixture("llama-props.json"));
        return kind;
      case "lm-studio": {
        const reasoning = { allowed_options: ["off", "on", "low"], default: "on" };
        const loaded_instances = [{ id: "m", config: { context_length: 16_384 } }];
        // LM Studio's docs, REST API v1, "List your models".
        server.answers("GET /api/v1/models", {
          models: [{ key: "m", loaded_instances, capabilities: { reasoning } }],
        });
        return kind;
      }
      case "ollama":
        server.answers("GET /api/ps", { models: [{ name: "m", context_length: 16_384 }] });
        server.answers("GET /api/version", { version: "0.21.0" });
        server.answers("POST /api/show", { capabilities: ["completion", "tools", "thinking"] });
        return kind;
      // vLLM's OpenAI server: `owned_by`, `max_model_len`.
      case "vllm":
        server.answers("GET /v1/models", { data: [{ id: "m", owned_by: "vllm", max_model_len: 16_384 }] });
        return "openai";
      // mlx-lm's server.py, `handle_models_request`: no owner.
      case "mlx":
        server.answers("GET /v1/models", { data: [{ id: "m", object: "model", created: 1 }] });
        return "openai";
      case "other":
        server.answers("GET /v1/models", { data: [{ id: "m", owned_by: "somebody" }] });
        return "openai";
      default:
        return kind satisfies never;
    }
  }
  async function sent(
    kind: Kind,
    settings: BackendSettings = {},
    request = {},
    prompt = somePrompt,
    more: Partial<Endpoint> = {},
  ) {
    const backend = createBackend({ kind: serverOf(kind), url: server.url, model: "m", ...more }, settings);
    await backend.facts();
    server.plays(
      kind === "ollama"
        ? { body: fixture("ollama-text.ndjson"), headers: ndjson }
        : { body: fixture("openai-text.sse") },
    );
    await collect(backend.reply(prompt, { toolChoice: "auto", ...request }, never));
    return JSON.parse(server.chats.at(-1)?.body ?? "{}");
  }

  it.each<[Kind, object]>([
    ["llama-cpp", { ...common, repeat_penalty: 1.1, max_tokens: 900 }],
    ["lm-studio", { ...common, repeat_penalty: 1.1, max_tokens: 900 }],
    ["vllm", { ...common, repetition_penalty: 1.1, max_tokens: 900 }],
    ["mlx", { ...common, repetition_penalty: 1.1, max_tokens: 900 }],
    ["ollama", { options: { ...common, num_ctx: 16_384, repeat_penalty: 1.1, num_predict: 900 } }],
  ])("is the sampling that is set, in the words of %s", async (kind, expected) => {
    expect(await sent(kind, { sampling: all })).toMatchObject(expected);
  });

  it.each<Kind>(["llama-cpp", "vllm", "ollama"])(
    "is nothing of it where nothing is set (%s)",
    async (kind) => {
      const { options = {}, ...body } = await sent(kind);
      const names = Object.keys(all).concat("repetition_penalty", "num_predict");
      expect(names.filter((name) => name in body || name in options)).toEqual([]);
    },
  );

  it("is what the session asks for before what is set, and never more tokens than there is room for", async () => {
    const body = await sent(
      "llama-cpp",
      { sampling: all },
      { sampling: { temperature: 0, max_tokens: 700 }, maxTokens: 500 },
    );
    expect(body).toMatchObject({ temperature: 0, top_p: 0.9, max_tokens: 500 });
  });

  it("is a limit of tokens for mlx, which would end after 512, and for nobody else", async () => {
    expect((await sent("mlx")).max_tokens).toBe(16_384);
    expect(await sent("other")).not.toHaveProperty("max_tokens");
  });

  it.each<[Kind, readonly string[]]>([
    ["llama-cpp", ["reasoning_content"]],
    ["lm-studio", ["reasoning_content"]],
    ["vllm", ["reasoning"]],
    ["mlx", ["reasoning"]],
    ["other", ["reasoning", "reasoning_content"]],
  ])("is past thinking in the field that %s reads", async (kind, fields) => {
    const messages = [
      ...somePrompt.messages,
      { role: "assistant", content: "So.", reasoning: "Hm." } as const,
      { role: "user", content: "And?" } as const,
    ];
    const { messages: told } = await sent(kind, {}, {}, { ...somePrompt, messages });
    expect(
      Object.keys(told[2])
        .filter((name) => name.startsWith("reasoning"))
        .sort(),
    ).toEqual(fields);
  });

  const off = { chat_template_kwargs: { enable_thinking: false } };
  const on = { chat_template_kwargs: { enable_thinking: true } };
  it.each<[Kind, Thinking, object]>([
    ["llama-cpp", "off", off],
    ["llama-cpp", "high", { reasoning_effort: "high" }],
    ["vllm", "off", off],
    ["vllm", "on", on],
    ["vllm", "low", { reasoning_effort: "low" }],
    ["mlx", "off", off],
    ["lm-studio", "off", { reasoning_effort: "none" }],
    ["lm-studio", "on", { reasoning_effort: "medium" }],
    ["lm-studio", "low", { reasoning_effort: "low" }],
    // Not among the options of this model: LM Studio would answer 400.
    ["lm-studio", "high", {}],
    ["ollama", "off", { think: false }],
    ["ollama", "on", { think: true }],
  ])("asks %s to think %o so that it understands", async (kind, thinking, expected) => {
    const body = await sent(kind, { thinking });
    const names = ["chat_template_kwargs", "reasoning_effort", "reasoning_budget_tokens", "think"];
    expect(Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))).toEqual(
      expected,
    );
  });

  it("holds a template without a switch to no thinking by the budget", async () => {
    const props = JSON.parse(fixture("llama-props.json").toString());
    props.chat_template = "{{ reasoning_effort }} <|channel|>";
    const kind = serverOf("llama-cpp");
    server.answers("GET /props", props);
    const backend = createBackend({ kind, url: server.url }, { thinking: "off" });
    await backend.facts();
    server.plays({ body: fixture("openai-text.sse") });
    await ask(backend);
    expect(JSON.parse(server.chats.at(-1)?.body ?? "{}")).toMatchObject({ reasoning_budget_tokens: 0 });
  });

  it("asks Ollama to keep the model and its cache, for long unless it is set", async () => {
    expect(await sent("ollama")).toMatchObject({ keep_alive: "120m" });
    expect(await sent("ollama", { keepAliveMinutes: 5 })).toMatchObject({ keep_alive: "5m" });
  });

  it.each<[Kind, number | undefined, number]>([
    ["llama-cpp", 8192, 4096],
    ["lm-studio", 16_384, 4096],
    ["vllm", 16_384, 4096],
    ["ollama", 16_384, 4096],
    ["other", undefined, 4096],
  ])(
    "has the window that the user wants of %s, where it is not larger than what is loaded",
    async (kind, loaded, wanted) => {
      const endpoint = { kind: serverOf(kind), url: server.url, model: "m" };
      expect((await createBackend(endpoint).facts()).window).toBe(loaded);
      expect((await createBackend({ ...endpoint, window: wanted }).facts()).window).toBe(wanted);
      if (kind !== "ollama" && loaded !== undefined)
        expect((await createBackend({ ...endpoint, window: 1_000_000 }).facts()).window).toBe(loaded);
    },
  );

  it("asks LM Studio again for the window when a request has loaded the model", async () => {
    server.answers("GET /api/v1/models", { models: [{ key: "m", loaded_instances: [] }] });
    const backend = createBackend({ kind: "lm-studio", url: server.url, model: "m" });
    expect((await backend.facts()).window).toBeUndefined();
    serverOf("lm-studio");
    for (const _ of [1, 2]) {
      server.plays({ body: fixture("lm-studio-text.sse") });
      await ask(backend);
    }
    // Once, and not with every further reply.
    expect(server.heard.filter(({ path }) => path === "/api/v1/models")).toHaveLength(2);
    expect((await backend.facts()).window).toBe(16_384);
  });

  it("tells how the server draws words where nobody says otherwise", async () => {
    const llama = createBackend({ kind: serverOf("llama-cpp"), url: server.url });
    expect((await llama.facts()).sampling).toMatchObject({ temperature: 0.8, top_k: 40 });
    const ollama = createBackend({ kind: serverOf("ollama"), url: server.url, model: "m" });
    // Ollama's `ShowResponse.parameters`: a line each.
    server.answers("POST /api/show", { parameters: 'temperature    0.6\ntop_k    20\nstop "x"' });
    expect((await ollama.facts()).sampling).toEqual({ temperature: 0.6, top_k: 20 });
  });
});
