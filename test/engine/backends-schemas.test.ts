import { join } from "node:path";
import { createBackend, createEmbedder } from "@kestrel/backends";
import type { Prompt } from "@kestrel/protocol";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { ask, promptOf, user } from "./backends-ask.ts";
import { servedFolder } from "./served-models.ts";
import type { RunningServer } from "./start-llama-server.ts";
import { openWireRelay } from "./wire-relay.ts";

/** What a foreign tool may bring along: each of these makes llama-server refuse, or guess. */
const wild = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    at: { $ref: "https://example.org/point.json" },
    tags: { type: "array", items: { type: "string", pattern: "^(?!x)\\d+$" }, minItems: 1 },
    text: { type: "string", maxLength: 10_000_000 },
    kind: { type: "kind-of-my-own" },
    mode: { oneOf: [{ const: "a" }, { const: "b" }] },
  },
  required: ["tags"],
  additionalProperties: false,
};

describe.skipIf(testEngine === undefined)("schemas in front of a real llama-server", () => {
  const serve = servedFolder((folder) => writeScriptedModel(join(folder, "scripted.gguf"), standardScripts));
  let server: RunningServer;
  beforeAll(async () => {
    server = await serve("scripted.gguf", "-c", "8192", "-np", "1");
  });

  it("takes a foreign tool that it refuses as it is", async () => {
    const tool = { name: "foreign", description: "From elsewhere.", parameters: wild };
    const body = {
      messages: [{ role: "user", content: "[[plain]]" }],
      tools: [{ type: "function", function: tool }],
      max_tokens: 1,
    };
    const raw = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect(raw.status).toBe(400);

    const disabled: string[] = [];
    const backend = createBackend(
      { kind: "llama-cpp", url: server.url },
      { onToolDisabled: (name) => disabled.push(name) },
    );
    const prompt: Prompt = { ...promptOf(user("[[plain]]")), tools: [tool] };
    const reply = await ask(backend, prompt);
    expect(reply.last).toMatchObject({ kind: "done" });
    expect(reply.text).toContain("plain answer");
    expect(disabled).toEqual([]);
  });

  it("finds the one of six tools that no plain words make fit, leaves it out by name, and asks no more", async () => {
    const relay = await openWireRelay();
    onTestFinished(() => relay.stop());
    relay.leadsTo(server.url);
    // So many fields that may be left out make a grammar larger than the server takes.
    const fields = Array.from({ length: 1_200 }, (_, at) => [`field_${at}`, { type: "string" }] as const);
    const wide = { type: "object", properties: Object.fromEntries(fields) };
    const plain = { type: "object", properties: { "half \ud83d": { type: "string" } } };
    const six = ["one", "two", "three", "four", "wide", "six"].map((name) => ({
      name,
      description: `The tool ${name}.`,
      parameters: name === "wide" ? wide : plain,
    }));
    const disabled: string[] = [];
    const backend = createBackend(
      { kind: "llama-cpp", url: relay.url },
      { onToolDisabled: (name) => disabled.push(name) },
    );
    const prompt: Prompt = { ...promptOf(user("[[plain]]")), tools: six };
    expect((await ask(backend, prompt)).last).toMatchObject({ kind: "done" });
    expect(disabled).toEqual(["wide"]);
    // The refused one, one without tools, three halvings at most, and the reply.
    expect(relay.heard.length).toBeLessThanOrEqual(6);
    const before = relay.heard.length;
    expect((await ask(backend, prompt)).last).toMatchObject({ kind: "done" });
    expect(relay.heard.length).toBe(before + 1);
    expect(disabled).toEqual(["wide"]);
  });

  it("holds a reply to a form, and loses nothing of its cache by it", async () => {
    const backend = createBackend({ kind: "llama-cpp", url: server.url });
    const prompt = promptOf(user("[[plain]]"));
    const plain = await ask(backend, prompt);
    const answerSchema = {
      anyOf: ["read", "shell"].map((name) => ({
        type: "object",
        properties: {
          name: { const: name },
          arguments: { type: "object", properties: { path: { enum: ["a"] } } },
        },
        required: ["name"],
      })),
    };
    const formed = await ask(backend, prompt, { answerSchema, toolChoice: "none", maxTokens: 200 });
    expect(formed.text.trimStart().startsWith("{")).toBe(true);
    const total = plain.last?.kind === "done" ? plain.last.usage?.prompt : undefined;
    expect(total).toBeGreaterThan(50);
    expect(formed.last).toMatchObject({ kind: "done", usage: { prompt: total, cached: (total ?? 0) - 1 } });
  });

  it("says what to do when a chat server is asked for embeddings, or a blind model for a picture", async () => {
    const endpoint = { kind: "llama-cpp", url: server.url } as const;
    const never = new AbortController().signal;
    await expect(createEmbedder(endpoint).embed(["a"], never)).rejects.toMatchObject({
      code: "unknown",
      params: { hint: "start_with_embeddings", retryable: false },
    });
    const images = [
      {
        mediaType: "image/png",
        base64:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      },
    ];
    const prompt = promptOf({ role: "user", content: "[[plain]]", images });
    const refused = await ask(createBackend(endpoint), prompt);
    expect(refused.last).toMatchObject({
      kind: "failed",
      failure: { params: { hint: "no_vision", retryable: false } },
    });

    const knowing = createBackend(endpoint);
    expect((await knowing.facts()).capabilities.vision).toBe(false);
    expect((await ask(knowing, prompt)).last).toMatchObject({ kind: "done" });
  });
});
