import type { Prompt, PromptMessage } from "@kestrel/protocol";
import { parseToolCalls } from "@kestrel/tool-calls";
import { describe, expect, it } from "vitest";
import { toolsAsText } from "../../src/chat/tool-offer/tools-as-text.ts";

const parameters = { type: "object", properties: { path: { type: "string", minLength: 1 } } };
const tools = [{ name: "read", description: "Reads.", parameters }];
const history: PromptMessage[] = [
  { role: "system", content: "s" },
  { role: "user", content: "u" },
  {
    role: "assistant",
    content: "I look.",
    calls: [
      { id: "c1", name: "read", arguments: '{"path":"a"}' },
      { id: "c2", name: "read", arguments: '{"path":"b"}' },
    ],
  },
  { role: "tool", callId: "c1", content: "A" },
  { role: "tool", callId: "c2", content: "B" },
  { role: "assistant", content: "Done." },
  { role: "user", content: "Go on." },
];
const at = (length: number): Prompt => ({ messages: history.slice(0, length), tools });

describe("tools for a server that takes none", () => {
  it("stand in the system text, calls and results in the words", () => {
    const { messages, tools: left } = toolsAsText(at(7));
    expect(left).toEqual([]);
    expect(messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
    expect(messages[0]?.content).toContain(
      '{"name":"read","description":"Reads.","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}',
    );
    expect(messages[3]?.content).toBe(
      "<tool_response>\nA\n</tool_response>\n<tool_response>\nB\n</tool_response>",
    );
  });

  it("are written as core reads them", () => {
    const said = toolsAsText(at(3)).messages.at(-1)?.content ?? "";
    const asTools = tools.map((spec) => ({ type: "function" as const, function: spec }));
    expect(
      parseToolCalls(said, asTools, {}).calls.map(({ name, arguments: args }) => ({ name, args })),
    ).toEqual([
      { name: "read", args: { path: "a" } },
      { name: "read", args: { path: "b" } },
    ]);
  });

  it("leave the beginning of a growing conversation as it is", () => {
    for (const [early, late] of [
      [2, 5],
      [5, 7],
    ] as const) {
      const before = toolsAsText(at(early)).messages;
      expect(toolsAsText(at(late)).messages.slice(0, before.length)).toEqual(before);
    }
  });

  it("change nothing where there are none", () => {
    const prompt: Prompt = { messages: history.slice(0, 2), tools: [] };
    expect(toolsAsText(prompt)).toEqual(prompt);
  });
});
