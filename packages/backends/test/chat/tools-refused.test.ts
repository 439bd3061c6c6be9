import type { Prompt } from "@kestrel/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBackend } from "../../src/index.ts";
import { ask } from "../chunks.ts";
import { FakeModelServer } from "../fake-model-server.ts";
import { fixture } from "../fixture.ts";

const prompt: Prompt = {
  messages: [
    { role: "system", content: "s" },
    { role: "user", content: "u" },
  ],
  tools: [{ name: "read", description: "Reads.", parameters: { type: "object" } }],
};
const refusals = [
  ["llama-cpp", 500, "tools param requires --jinja flag"],
  ["llama-cpp", 500, "Unsupported param: tools"],
  ["openai", 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ["openai", 400, "unknown parameter: tools"],
  ["openai", 404, "No endpoints found that support tool use"],
  ["lm-studio", 400, "Tools are not supported by this model"],
  ["ollama", 400, "registry.ollama.ai/library/gemma:2b does not support tools"],
] as const;

describe.each(refusals)("%s that refuses tools (%i %s)", (kind, status, message) => {
  let server: FakeModelServer;
  const refusal = { status, body: JSON.stringify({ error: { message } }) };
  const spoken =
    kind === "ollama"
      ? { body: fixture("ollama-text.ndjson"), headers: { "content-type": "application/x-ndjson" } }
      : { body: fixture("llama-text.sse") };
  beforeEach(async () => {
    server = await FakeModelServer.start();
    server.answers("GET /v1/models", fixture("llama-models.json"));
    server.otherwise(({ body }) => ("tools" in JSON.parse(body) ? refusal : spoken));
  });
  afterEach(() => server.stop());
  const bodies = () => server.chats.map(({ body }) => JSON.parse(body));

  it("is told of them in words in the same reply, and from then on", async () => {
    const backend = createBackend({ kind, url: server.url, model: "m" });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "done" });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "done" });
    const [refused, first, second] = bodies();
    expect(bodies()).toHaveLength(3);
    expect(refused.tools).toHaveLength(1);
    expect(first).not.toHaveProperty("tools");
    expect(first.messages[0].content).toContain('{"name":"read"');
    expect(second).toEqual(first);
  });

  it("is taken at the word of who set tools to native, with what to do about it", async () => {
    const backend = createBackend({ kind, url: server.url, model: "m" }, { tools: "native" });
    const [last] = (await ask(backend, prompt)).slice(-1);
    expect(last).toMatchObject({
      failure: { code: "template", params: { hint: "no_tools", retryable: false } },
    });
    expect(bodies()).toHaveLength(1);
  });
});

describe("a server that refuses tools in words that nobody knows", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
    server.answers("GET /v1/models", fixture("llama-models.json"));
  });
  afterEach(() => server.stop());
  const bodies = () => server.chats.map(({ body }) => JSON.parse(body));
  const refusesIf = (refuses: (body: Record<string, unknown>) => boolean, status = 400) =>
    server.otherwise(({ body }) =>
      refuses(JSON.parse(body))
        ? { status, body: JSON.stringify({ error: { message: "Fehlerhafte Anfrage (17)" } }) }
        : { body: fixture("llama-text.sse") },
    );

  it.each([400, 422, 501])(
    "is found out with two small requests, and told of them in words (%i)",
    async (status) => {
      refusesIf((body) => "tools" in body, status);
      const backend = createBackend({ kind: "openai", url: server.url, model: "m" });
      const chunks = await ask(backend, prompt);
      expect(chunks.at(-1)).toMatchObject({ kind: "done" });
      expect(chunks.some(({ kind }) => kind === "failed")).toBe(false);
      expect(bodies().map((body) => ["tools" in body, body.max_tokens])).toEqual([
        [true, undefined],
        [false, 1],
        [true, 1],
        [false, undefined],
      ]);
      await ask(backend, prompt);
      expect(bodies()).toHaveLength(5);
    },
  );

  it("is found out at its second fault, where it only says that something went wrong", async () => {
    refusesIf((body) => "tools" in body, 500);
    const backend = createBackend({ kind: "openai", url: server.url, model: "m" });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "failed" });
    expect(bodies()).toHaveLength(1);
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "done" });
    expect(bodies()).toHaveLength(5);
  });

  it("is not suspected where it takes tools and refuses the conversation, and not tried a second time", async () => {
    refusesIf((body) => JSON.stringify(body.messages).includes('"u"'));
    const backend = createBackend({ kind: "openai", url: server.url, model: "m" });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({
      kind: "failed",
      failure: { code: "unknown" },
    });
    expect(bodies()).toHaveLength(3);
    await ask(backend, prompt);
    expect(bodies()).toHaveLength(4);
  });

  it("names the setting where its template refuses them after it took some", async () => {
    server.plays({ body: fixture("llama-text.sse") });
    const backend = createBackend({ kind: "openai", url: server.url, model: "m" });
    await ask(backend, prompt);
    server.otherwise(() => ({
      status: 500,
      body: JSON.stringify({
        error: { message: "Jinja Exception: Only user and assistant roles are supported!" },
      }),
    }));
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({
      failure: { code: "template", params: { hint: "text_tools" } },
    });
  });
});

it("a server that took tools once is never given another prefix", async () => {
  const server = await FakeModelServer.start();
  try {
    server.answers("GET /v1/models", fixture("llama-models.json"));
    const backend = createBackend({ kind: "openai", url: server.url, model: "m" });
    server.plays({ body: fixture("llama-text.sse") });
    await ask(backend, prompt);
    server.plays({ status: 400, body: JSON.stringify({ error: { message: "tools are not supported" } }) });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "failed" });
    server.plays({ body: fixture("llama-text.sse") });
    await ask(backend, prompt);
    expect(server.chats.every(({ body }) => "tools" in JSON.parse(body))).toBe(true);
  } finally {
    await server.stop();
  }
});
