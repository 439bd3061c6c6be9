import { expect } from "vitest";
import type { Heard } from "../fake-model-server.ts";
import type { Kind } from "./scene.ts";

type Call = { id?: string; function: { name: string; arguments: unknown } };
type Message = { role: string; content: unknown; tool_calls?: Call[]; tool_call_id?: string };

/** Every request of a scene: each is a history a strict server takes, and each begins with the one before. */
export function expectSoundHistories(kind: Kind, heard: readonly Heard[]): void {
  const histories = heard.map(({ body }) => JSON.parse(body)).filter(({ messages }) => messages.length > 1);
  let before: Message[] = [];
  for (const { messages, tools } of histories) {
    // Lone surrogates are written as escapes, so a text without them survives the way through UTF-8.
    expect(/\\ud[89a-f]/i.test(JSON.stringify(messages))).toBe(false);
    expectSound(kind, messages);
    expect(messages.slice(0, before.length)).toEqual(before);
    expect(tools.length).toBeGreaterThan(0);
    before = messages;
  }
}

function expectSound(kind: Kind, messages: readonly Message[]): void {
  expect(messages.map(({ role }) => role).lastIndexOf("system")).toBe(0);
  let waiting: (string | undefined)[] = [];
  let before = "system";
  for (const { role, content, tool_calls: calls, tool_call_id: answers } of messages) {
    expect(typeof content).toBe("string");
    if (role === "tool") {
      expect(waiting, "an answer belongs to a call right before it").toContain(answers);
      waiting = waiting.filter((id) => id !== answers);
    } else {
      expect(waiting, "every call is answered").toEqual([]);
      if (role === "assistant") expect(before).not.toBe("assistant");
    }
    for (const call of calls ?? []) {
      const { arguments: given } = call.function;
      const value = kind === "ollama" ? given : JSON.parse(String(given));
      expect(value).toBeTypeOf("object");
      expect(Array.isArray(value)).toBe(false);
      expect(call.function.name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
    }
    if (calls) {
      waiting = calls.map(({ id }) => id);
      expect(new Set(waiting).size).toBe(waiting.length);
    }
    before = role;
  }
  expect(waiting).toEqual([]);
  expect(["user", "tool"]).toContain(before);
}
