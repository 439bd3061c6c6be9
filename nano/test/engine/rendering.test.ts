import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restoredNote } from "../../../packages/core/src/history/undo-files.ts";
import { type RunningServer, startLlamaServer } from "../../../test/engine/start-llama-server.ts";
import { testEngine } from "../../../test/machine.ts";
import { rendered, toolNames } from "../../src/chat/render.ts";
import { conversation } from "../../src/conversation.ts";
import { encoder } from "../../src/tokenizer/encoder.ts";
import type { Vocabulary } from "../../src/tokenizer/learn.ts";
import type { Turn } from "../../src/turns/turn.ts";

const folder = join(import.meta.dirname, "../..");
const vocabulary = JSON.parse(readFileSync(join(folder, "vocabulary.json"), "utf8")) as Vocabulary;
const seeds = Array.from({ length: 40 }, (_, number) => 800_000_000 + number);
/** What Kestrel sends before and beside a conversation, and what the template leaves out. */
const systemText = "You are Kestrel, an agent that works in one folder on the user's own machine.";
const machineNote = "System: Debian (x64), shell sh. Date: 2026-11-20.\nFolder home: a.txt b.txt";

/** The conversation as a client sends it. */
function messagesOf(turns: readonly Turn[]): unknown[] {
  const messages: unknown[] = [{ role: "system", content: systemText }];
  for (const [number, { notes = [], user, parts }] of turns.entries()) {
    const content = [...(number === 0 ? [machineNote] : []), ...notes, user].join("\n\n");
    messages.push({ role: "user", content });
    for (const [at, part] of parts.entries()) {
      if (part.kind === "reminder") messages.push({ role: "user", content: part.text });
      else if (part.kind === "words") messages.push({ role: "assistant", content: part.text });
      else {
        const { tool, arguments: given, answer } = part.exchange;
        const call = { name: tool, arguments: JSON.stringify(given) };
        const id = `call-${number}-${at}`;
        messages.push(
          { role: "assistant", content: "", tool_calls: [{ id, type: "function", function: call }] },
          { role: "tool", tool_call_id: id, content: answer },
        );
      }
    }
  }
  return messages;
}

describe.skipIf(testEngine === undefined)("what kestrel-nano was trained on", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startLlamaServer(testEngine ?? "", join(folder, "kestrel-nano.gguf"));
  });
  afterAll(() => server.stop());

  async function asked<Answer>(path: string, body: object): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  }

  it("is what its chat template renders, letter for letter", async () => {
    const tools = toolNames.map((name) => ({
      type: "function",
      function: { name, description: name, parameters: { type: "object", properties: {} } },
    }));
    for (const seed of seeds) {
      const turns = conversation(seed);
      // A server takes an assistant's message at the end for the start of a reply; so the user speaks last.
      const last: Turn = { skill: "greet", user: "thanks", parts: [], says: [] };
      const given = { messages: messagesOf([...turns, last]), tools };
      const { prompt } = await asked<{ prompt: string }>("/apply-template", given);
      const ours = rendered([...turns, last])
        .map(({ text }) => text)
        .join("");
      expect(prompt.replace(/<\|im_start\|>assistant\n$/, ""), `seed ${seed}`).toBe(ours);
    }
  });

  it("has no word of files that were put back, however often", async () => {
    const files = [{ path: "a.txt", action: "deleted" as const, diff: "", added: 0, removed: 1 }];
    const note = restoredNote({ files }) ?? "";
    expect(note).not.toBe("");
    for (const notes of [[note], [note, note, note]]) {
      const messages = [
        { role: "user", content: `${machineNote}\n\ncreate a.txt` },
        { role: "assistant", content: "Created a.txt." },
        { role: "user", content: [...notes, "list src\n\nand lib"].join("\n\n") },
      ];
      const { prompt } = await asked<{ prompt: string }>("/apply-template", { messages });
      expect(prompt).toMatch(/<\|im_start\|>user\nlist src\n\nand lib<\|im_end\|>/);
      expect(prompt).not.toContain("put files back");
    }
  });

  it("is spelt as llama.cpp spells it, token for token", async () => {
    const encode = encoder(vocabulary);
    for (const seed of seeds) {
      const content = rendered(conversation(seed))
        .map(({ text }) => text)
        .join("");
      const { tokens } = await asked<{ tokens: number[] }>("/tokenize", { content, parse_special: true });
      expect(tokens, `seed ${seed}`).toEqual(encode(content));
    }
  });
});
