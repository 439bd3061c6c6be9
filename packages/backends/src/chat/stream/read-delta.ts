import type { SpokenPiece } from "../thinking/spoken-piece.ts";
import { CallDelta, type Delta } from "./chat-chunk.ts";

/** The thinking in a delta, under whichever name the server gives it. Servers that give two give the same text twice. */
export function reasoningOf(delta: Delta): string {
  return delta.reasoning_content || delta.reasoning || delta.thinking || "";
}

/** The content of a delta: text, or the parts some servers send instead. */
export function contentOf({ content }: Pick<Delta, "content">): SpokenPiece[] {
  if (typeof content === "string") return [{ kind: "text", delta: content }];
  return Array.isArray(content) ? content.flatMap((part) => partOf(part, deepest)) : [];
}

/** The pieces of calls in a delta, those that are none left out. */
export function* callsOf({ tool_calls: calls }: Pick<Delta, "tool_calls">): Generator<CallDelta> {
  if (!Array.isArray(calls)) return;
  for (const call of calls) {
    const read = CallDelta.safeParse(call).data;
    if (read) yield read;
  }
}

/** A part of thinking has parts of text, and those have no parts. */
const deepest = 2;

function partOf(part: unknown, depth: number): SpokenPiece[] {
  if (typeof part === "string") return [{ kind: "text", delta: part }];
  if (typeof part !== "object" || part === null || depth === 0) return [];
  if ("thinking" in part) {
    const { thinking } = part;
    const inner = Array.isArray(thinking) ? thinking : [thinking];
    return inner
      .flatMap((one) => partOf(one, depth - 1))
      .map(({ delta }) => ({ kind: "reasoning" as const, delta }));
  }
  return "text" in part && typeof part.text === "string" ? [{ kind: "text", delta: part.text }] : [];
}
