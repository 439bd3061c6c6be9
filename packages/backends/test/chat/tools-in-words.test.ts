import type { Prompt, PromptMessage } from "@kestrel/protocol";
import { parseToolCalls } from "@kestrel/tool-calls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toolsAsText } from "../../src/chat/tool-offer/tools-as-text.ts";
import { type BackendSettings, createBackend } from "../../src/index.ts";
import { ask } from "../chunks.ts";
import { FakeModelServer } from "../fake-model-server.ts";
import { fixture } from "../fixture.ts";

const parameters = { type: "object", properties: { path: { type: "string" } } };
const tools = [{ name: "read", description: "Reads.", parameters }];
const history: PromptMessage[] = [
  { role: "system", content: "s" },
  { role: "user", content: "u" },
  { role: "assistant", content: "", calls: [{ id: "c1", name: "read", arguments: '{"path":"a, b:c"}' }] },
  { role: "tool", callId: "c1", content: "A\n```\ncode\n```" },
];
const at = (length: number): Prompt => ({ messages: history.slice(0, length), tools });
const stops = { hermes: "<tool_response>", fenced: "```tool_result" } as const;

describe.each(["hermes", "fenced"] as const)("tools in the words of %s", (dialect) => {
  it("are read back by core as they were called", () => {
    const said = toolsAsText(at(3), dialect).messages.at(-1)?.content ?? "";
    const asTools = tools.map((spec) => ({ type: "function" as const, function: spec }));
    expect(parseToolCalls(said, asTools, {}).calls).toMatchObject([
      { name: "read", arguments: { path: "a, b:c" } },
    ]);
    // As models space it, and nothing inside a text is touched.
    expect(said).toContain('{"name": "read", "arguments": {"path": "a, b:c"}}');
  });

  it("give results that begin where the model has to stop", () => {
    expect(toolsAsText(at(4), dialect).messages.at(-1)?.content).toContain(`${stops[dialect]}\nA\n`);
  });
});

describe.each(["llama-cpp", "openai", "lm-studio", "ollama"] as const)("%s with tools in words", (kind) => {
  let server: FakeModelServer;
  beforeEach(async () => {
    server = await FakeModelServer.start();
    server.answers("GET /v1/models", fixture("llama-models.json"));
    server.answers("GET /props", fixture("llama-props.json"));
    const spoken =
      kind === "ollama"
        ? { body: fixture("ollama-text.ndjson"), headers: { "content-type": "application/x-ndjson" } }
        : { body: fixture("llama-text.sse") };
    server.otherwise(() => spoken);
  });
  afterEach(() => server.stop());

  async function bodies(settings: BackendSettings) {
    const backend = createBackend({ kind, url: server.url, model: "m" }, settings);
    for (const length of [2, 4]) await ask(backend, at(length));
    return server.chats.map(({ body }) => JSON.parse(body));
  }

  it.each(["hermes", "fenced"] as const)(
    "sends no tools but their list, once, and a stop; the next prompt begins with this one (%s)",
    async (toolsDialect) => {
      const [first, second] = await bodies({ tools: "text", toolsDialect });
      for (const body of [first, second]) {
        expect(body).not.toHaveProperty("tools");
        expect(body).not.toHaveProperty("tool_choice");
        expect(kind === "ollama" ? body.options.stop : body.stop).toEqual([stops[toolsDialect]]);
      }
      expect(first.messages[0].content.split('{"name":"read"')).toHaveLength(2);
      expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
      expect(second.messages.map(({ role }: { role: string }) => role)).toEqual([
        "system",
        "user",
        "assistant",
        "user",
      ]);
      expect(second.messages[2]).not.toHaveProperty("tool_calls");
    },
  );

  it("is given tools and no stop when told that it takes them", async () => {
    const [first] = await bodies({ tools: "native" });
    expect(first.tools).toHaveLength(1);
    expect(first.stop ?? first.options?.stop).toBeUndefined();
  });
});

it("a llama-server whose template knows no tools is told of them in words", async () => {
  const server = await FakeModelServer.start();
  try {
    const props = JSON.parse(fixture("llama-props.json").toString());
    server.answers("GET /v1/models", fixture("llama-models.json"));
    server.answers("GET /props", { ...props, chat_template_caps: { supports_tools: false } });
    server.otherwise(() => ({ body: fixture("llama-text.sse") }));
    const backend = createBackend({ kind: "llama-cpp", url: server.url });
    expect((await backend.facts()).capabilities.tools).toBe("text");
    await ask(backend, at(2));
    expect(JSON.parse(server.chats[0]?.body ?? "")).toMatchObject({ stop: ["<tool_response>"] });
    expect(JSON.parse(server.chats[0]?.body ?? "")).not.toHaveProperty("tools");
  } finally {
    await server.stop();
  }
});
