import type { ModelBackend, ReplyChunk } from "@kestrel/core";
import type { Prompt } from "@kestrel/protocol";

const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

/** A short conversation with two tools. */
export const somePrompt: Prompt = {
  messages: [
    { role: "system", content: "You work in a folder of the user." },
    { role: "user", content: "What is the answer?" },
  ],
  tools: [
    { name: "read", description: "Reads a file.", parameters },
    { name: "shell", description: "Runs a command.", parameters },
  ],
};

export async function collect(chunks: AsyncIterable<ReplyChunk>): Promise<ReplyChunk[]> {
  const collected: ReplyChunk[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}

export function ask(backend: ModelBackend, prompt = somePrompt): Promise<ReplyChunk[]> {
  return collect(backend.reply(prompt, { toolChoice: "auto" }, new AbortController().signal));
}

/** All deltas of one kind in one piece. */
export function spoken(chunks: readonly ReplyChunk[], kind: "text" | "reasoning"): string {
  return chunks.map((chunk) => (chunk.kind === kind ? chunk.delta : "")).join("");
}

export function calls(chunks: readonly ReplyChunk[]): { name: string; arguments: string }[] {
  return chunks.flatMap((chunk) =>
    chunk.kind === "tool-call" ? [{ name: chunk.name, arguments: chunk.arguments }] : [],
  );
}
