import type { Prompt } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { ollamaRequest } from "../../src/ollama/ollama-request.ts";
import { expectGrown } from "../expect-grown.ts";

const prompt: Prompt = {
  tools: [
    {
      name: "read",
      description: "Reads.",
      parameters: { type: "object", properties: { path: { type: "string", minLength: 1 } } },
    },
  ],
  messages: [
    { role: "system", content: "s" },
    { role: "user", content: "u", images: [{ mediaType: "image/png", base64: "AAAA" }] },
    {
      role: "assistant",
      content: "",
      reasoning: "hm",
      calls: [{ id: "c1", name: "read", arguments: '{"path": "a\\ud83d"}' }],
    },
    { role: "tool", callId: "c1", content: "text" },
  ],
};

describe("the body of a request to Ollama", () => {
  it("is the prompt message for message, with arguments as objects and results by name", () => {
    expect(ollamaRequest(prompt, { model: "m", window: 8192, maxTokens: 9, thinking: "on" })).toBe(
      '{"model":"m","messages":[{"role":"system","content":"s"},{"role":"user","content":"u","images":["AAAA"]},' +
        '{"role":"assistant","content":"","thinking":"hm","tool_calls":[{"id":"c1","function":{"name":"read","arguments":{"path":"a\ufffd"}}}]},' +
        '{"role":"tool","content":"text","tool_name":"read","tool_call_id":"c1"}],' +
        '"tools":[{"type":"function","function":{"name":"read","description":"Reads.","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}}],' +
        '"think":true,"options":{"num_ctx":8192,"num_predict":9},"stream":true,"truncate":false,"shift":false}',
    );
  });

  it("begins the same when the conversation has grown", () => {
    const start = ollamaRequest({ ...prompt, messages: prompt.messages.slice(0, 2) }, { window: 8192 });
    expectGrown(start, ollamaRequest(prompt, { window: 8192 }));
  });

  it("fixes the form of a reply beside the same tools, and leaves pictures out where the model is blind", () => {
    const body = JSON.parse(
      ollamaRequest(prompt, { window: 8192, sees: false, answerSchema: { type: "object", properties: {} } }),
    );
    expect(body).toMatchObject({ format: { type: "object", properties: {} }, tools: [{ type: "function" }] });
    expect(body.messages[1]).toEqual({
      role: "user",
      content: "u\n\n[a picture, which this model cannot see]",
    });
  });
});
