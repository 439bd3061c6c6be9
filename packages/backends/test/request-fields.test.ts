import type { Prompt } from "@kestrel/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BackendSettings, createBackend } from "../src/index.ts";
import { ask } from "./chunks.ts";
import { FakeModelServer } from "./fake-model-server.ts";
import { fixture } from "./fixture.ts";

const prompt: Prompt = {
  messages: [
    { role: "system", content: "s" },
    { role: "user", content: "u" },
    { role: "assistant", content: "a", reasoning: "because" },
    { role: "user", content: "v" },
  ],
  tools: [{ name: "read", description: "Reads.", parameters: { type: "object" } }],
};

type Body = Record<string, unknown> & { messages: Record<string, unknown>[] };

/** A FastAPI server whose request model forbids extra fields (`extra="forbid"`), as vLLM's did and Mistral's API does. */
function strictServer(allowed: readonly string[], inMessages: readonly string[]) {
  return ({ body }: { body: string }) => {
    const request = JSON.parse(body) as Body;
    const extra = [
      ...Object.keys(request)
        .filter((name) => !allowed.includes(name))
        .map((name) => [name]),
      ...request.messages.flatMap((message, index) =>
        Object.keys(message)
          .filter((name) => !inMessages.includes(name))
          .map((name) => ["messages", index, String(message.role), name]),
      ),
    ];
    const complaint = ([...loc]: (string | number)[]) => ({
      ...{ type: "extra_forbidden", loc: ["body", ...loc], msg: "Extra inputs are not permitted" },
      input: request.messages,
    });
    if (extra.length === 0) return { body: fixture("llama-text.sse") };
    return { status: 422, body: JSON.stringify({ detail: extra.map(complaint) }) };
  };
}

describe("fields that a server refuses", () => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
    server.answers("GET /v1/models", { object: "list", data: [{ id: "m", owned_by: "somebody" }] });
  });
  afterEach(() => server.stop());
  const bodies = () => server.chats.map(({ body }) => JSON.parse(body) as Body);
  const backendWith = (settings: BackendSettings = {}) =>
    createBackend({ kind: "openai", url: server.url, model: "m" }, settings);

  it("are left out in the same reply, told once, and never sent again", async () => {
    const told: string[] = [];
    server.otherwise(
      strictServer(
        ["model", "messages", "tools", "tool_choice", "stream"],
        ["role", "content", "tool_calls", "tool_call_id"],
      ),
    );
    const backend = backendWith({
      sampling: { temperature: 0.2 },
      onFieldRefused: (field) => told.push(field),
    });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "done" });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "done" });
    const [refused, first, second] = bodies();
    expect(bodies()).toHaveLength(3);
    expect(refused).toHaveProperty("stream_options");
    expect(Object.keys(first ?? {})).toEqual(["model", "messages", "tools", "tool_choice", "stream"]);
    expect(second).toEqual(first);
    expect(told.sort()).toEqual(["reasoning", "reasoning_content", "stream_options", "temperature"]);
  });

  it("are left out one after the other where each refusal names one", async () => {
    server.otherwise(({ body }) => {
      const sent = Object.keys(JSON.parse(body) as Body);
      const unknown = ["stream_options", "tool_choice", "max_tokens"].find((name) => sent.includes(name));
      if (!unknown) return { body: fixture("llama-text.sse") };
      return {
        status: 400,
        body: JSON.stringify({ error: { message: `json: unknown field "${unknown}"` } }),
      };
    });
    const backend = backendWith({ sampling: { max_tokens: 99 } });
    expect((await ask(backend, prompt)).at(-1)).toMatchObject({ kind: "done" });
    expect(bodies()).toHaveLength(4);
    // The newer name of the limit takes its place.
    expect(bodies().at(-1)).toMatchObject({ max_completion_tokens: 99 });
  });

  it("that were refused in an earlier life are not sent at all", async () => {
    server.otherwise(() => ({ body: fixture("llama-text.sse") }));
    await ask(backendWith({ leftOut: ["stream_options", "reasoning"] }), prompt);
    const [body] = bodies();
    expect(body).not.toHaveProperty("stream_options");
    expect(body?.messages[2]).toEqual({ role: "assistant", content: "a", reasoning_content: "because" });
  });

  it("end the reply where the server goes on refusing what is not sent", async () => {
    server.otherwise(() => ({
      status: 400,
      body: JSON.stringify({ error: { message: "unknown parameter: stream_options" } }),
    }));
    expect((await ask(backendWith({ tools: "native" }), prompt)).at(-1)).toMatchObject({
      kind: "failed",
      failure: { code: "unknown", params: { refused: "stream_options" } },
    });
    expect(bodies()).toHaveLength(2);
  });

  it("take the form of an answer out of what the server can do", async () => {
    server.otherwise(() => ({ body: fixture("llama-text.sse") }));
    const backend = backendWith({ leftOut: ["response_format"] });
    expect((await backend.facts()).capabilities.answerSchema).toBe(false);
  });
});
