import type { Prompt } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { chatRequest } from "../../src/chat/request/chat-request.ts";
import { expectGrown } from "../expect-grown.ts";

const tools = [{ name: "read", description: "Reads.", parameters: { type: "object", properties: {} } }];
const start: Prompt = {
  messages: [
    { role: "system", content: "s" },
    { role: "user", content: "u" },
  ],
  tools,
};
const grown: Prompt = {
  tools,
  messages: [
    ...start.messages,
    {
      role: "assistant",
      content: "",
      reasoning: "hm",
      calls: [{ id: "c1", name: "read", arguments: '{ "path":1}' }],
    },
    { role: "tool", callId: "c1", content: "text" },
    { role: "assistant", content: "done", calls: [] },
  ],
};

describe("the body of a chat request", () => {
  it("is the canonical prompt with its keys always in the same order", () => {
    expect(
      chatRequest(grown, {
        model: "m",
        stream: true,
        toolChoice: "none",
        maxTokens: 9,
        extra: { id_slot: 1 },
      }),
    ).toBe(
      '{"model":"m","messages":[{"role":"system","content":"s"},{"role":"user","content":"u"},' +
        '{"role":"assistant","content":"","reasoning_content":"hm","tool_calls":[{"id":"c1","type":"function",' +
        '"function":{"name":"read","arguments":"{ \\"path\\":1}"}}]},' +
        '{"role":"tool","tool_call_id":"c1","content":"text"},{"role":"assistant","content":"done"}],' +
        '"tools":[{"type":"function","function":{"name":"read","description":"Reads.","parameters":{"type":"object","properties":{}}}}],' +
        '"tool_choice":"none","stream":true,"stream_options":{"include_usage":true},"max_tokens":9,"id_slot":1}',
    );
  });

  it("begins the same when the conversation has grown", () => {
    expectGrown(chatRequest(start), chatRequest(grown));
  });

  it("repairs half characters in the names that a tool gives its fields", () => {
    const parameters = { type: "object", properties: { "half \ud83d": { type: "string" } } };
    const body = chatRequest({ ...start, tools: [{ name: "odd", description: "", parameters }] });
    expect(Object.keys(JSON.parse(body).tools[0].function.parameters.properties)).toEqual(["half \ufffd"]);
  });

  it("repairs half characters, which make a server refuse everything, and nothing else", () => {
    const body = chatRequest({ messages: [{ role: "user", content: "a\ud83d b🦅" }], tools: [] });
    expect(body).toBe('{"messages":[{"role":"user","content":"a\ufffd b🦅"}]}');
  });

  it("repairs them inside the arguments of an old call, where they are written as escapes", () => {
    const argumentsOf = (text: string) => {
      const calls = [{ id: "c", name: "read", arguments: text }];
      const body = JSON.parse(
        chatRequest({ messages: [{ role: "assistant", content: "", calls }], tools: [] }),
      );
      return body.messages[0].tool_calls[0].function.arguments;
    };
    expect(argumentsOf('{"a":"\\ud83d!"}')).toBe('{"a":"\\ufffd!"}');
    expect(argumentsOf('{"a":"\\uDD85"}')).toBe('{"a":"\\ufffd"}');
    for (const whole of ['{"a":"\\ud83e\\udd85"}', '{"a":"C:\\\\ud83d"}', '{"a":"\\n\\u00e9"}']) {
      expect(argumentsOf(whole)).toBe(whole);
    }
  });

  it("sends pictures beside the words, and words instead where the model does not see", () => {
    const images = [{ mediaType: "image/png", base64: "AAAA" }];
    const prompt: Prompt = { messages: [{ role: "user", content: "What is this?", images }], tools: [] };
    const contentOf = (body: string) => JSON.parse(body).messages[0].content;
    expect(contentOf(chatRequest(prompt))).toEqual([
      { type: "text", text: "What is this?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ]);
    expect(contentOf(chatRequest(prompt, { sees: false }))).toBe(
      "What is this?\n\n[a picture, which this model cannot see]",
    );
  });

  it("asks for a form of reply without touching the tools", () => {
    const answerSchema = { type: "object", properties: { name: { const: "read" } }, required: ["name"] };
    const plain = JSON.parse(chatRequest(start));
    const { response_format, ...rest } = JSON.parse(chatRequest(start, { answerSchema }));
    expect(rest).toEqual(plain);
    expect(response_format).toEqual({
      type: "json_schema",
      json_schema: {
        name: "answer",
        strict: true,
        schema: {
          type: "object",
          properties: { name: { type: "string", enum: ["read"] } },
          required: ["name"],
        },
      },
    });
  });

  it("sends what a grammar takes of a tool's schema, the same every time", () => {
    const parameters = {
      type: "object",
      properties: { at: { type: "string", pattern: "^\\d+$", format: "time" } },
    };
    const prompt: Prompt = { messages: [], tools: [{ name: "wait", description: "Waits.", parameters }] };
    const body = chatRequest(prompt);
    expect(JSON.parse(body).tools[0].function.parameters).toEqual({
      type: "object",
      properties: { at: { type: "string" } },
    });
    expect(chatRequest(structuredClone(prompt))).toBe(body);
  });
});
