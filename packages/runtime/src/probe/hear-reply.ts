import type { CancelSignal, ModelBackend } from "@kestrel/core";
import type { Prompt, Usage } from "@kestrel/protocol";
import { parseJson } from "@kestrel/text";

/** A tool call, found by the server or parsed from the reply's text. */
export type HeardCall = { name: string; fields: Readonly<Record<string, unknown>>; from: "server" | "words" };

/** A complete reply. */
export type Heard = { text: string; calls: readonly HeardCall[]; usage?: Usage };

/**
 * Requests one reply of at most `maxTokens`. A server that refuses tools gives an empty reply; undefined when the model failed otherwise
 * or `cancel` fired.
 */
export async function hear(
  backend: ModelBackend,
  prompt: Prompt,
  maxTokens: number,
  cancel: CancelSignal,
): Promise<Heard | undefined> {
  let text = "";
  const parsed: HeardCall[] = [];
  for await (const chunk of backend.reply(prompt, { toolChoice: "auto", maxTokens }, cancel)) {
    if (chunk.kind === "text") text += chunk.delta;
    else if (chunk.kind === "tool-call")
      parsed.push({ name: chunk.name, fields: fieldsOf(chunk.arguments), from: "server" });
    else if (chunk.kind === "done") {
      const calls = parsed.length > 0 ? parsed : await callsIn(text, prompt);
      return { text, calls, usage: chunk.usage };
    } else if (chunk.kind === "failed")
      return chunk.failure.params?.hint === "no_tools" ? { text, calls: [] } : undefined;
  }
  return undefined;
}

/** A text argument of a call to `tool`; empty for another call or a missing text. */
export function argumentOf(call: HeardCall | undefined, tool: string, name: string): string {
  const value = call?.name === tool ? call.fields[name] : undefined;
  return typeof value === "string" ? value : "";
}

async function callsIn(text: string, { tools }: Prompt): Promise<HeardCall[]> {
  const { parseToolCalls } = await import("@kestrel/tool-calls");
  const offered = tools.map((tool) => ({ type: "function" as const, function: tool }));
  const { calls } = parseToolCalls(text, offered, {});
  return calls.map(({ name, arguments: given }) => ({ name, fields: { ...given }, from: "words" }));
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // expected: a model's arguments may not be JSON
    return {};
  }
}
