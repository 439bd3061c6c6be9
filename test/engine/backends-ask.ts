import type { ModelBackend, ReplyChunk, ReplyRequest } from "@kestrel/core";
import type { Prompt, PromptMessage } from "@kestrel/protocol";

const string = { type: "string" };
const tool = (name: string, properties: Record<string, unknown>) => ({
  name,
  description: `The tool ${name}.`,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

export const tools = [tool("read", { path: string }), tool("shell", { command: string })];
const system: PromptMessage = { role: "system", content: "You work in a folder of the user." };
export const user = (content: string): PromptMessage => ({ role: "user", content });
export const promptOf = (...messages: PromptMessage[]): Prompt => ({
  messages: [system, ...messages],
  tools,
});

export interface HeardReply {
  text: string;
  reasoning: string;
  calls: { name: string; arguments: string }[];
  last: ReplyChunk | undefined;
  chunks: ReplyChunk[];
}

/** One reply of a backend, from its first chunk to its last. */
export async function ask(
  backend: ModelBackend,
  prompt: Prompt,
  request: Partial<ReplyRequest> = {},
): Promise<HeardReply> {
  const reply: HeardReply = { text: "", reasoning: "", calls: [], last: undefined, chunks: [] };
  const never = new AbortController().signal;
  for await (const chunk of backend.reply(prompt, { toolChoice: "auto", ...request }, never)) {
    reply.chunks.push(chunk);
    if (chunk.kind === "text") reply.text += chunk.delta;
    if (chunk.kind === "reasoning") reply.reasoning += chunk.delta;
    if (chunk.kind === "tool-call") reply.calls.push({ name: chunk.name, arguments: chunk.arguments });
    reply.last = chunk;
  }
  return reply;
}
