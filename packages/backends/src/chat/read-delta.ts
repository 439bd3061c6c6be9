import type { Delta } from "./chat-chunk.ts";
import type { SpokenPiece } from "./spoken-piece.ts";

/** The thinking in a delta, under whichever name the server gives it. Servers that give two give the same text twice. */
export function reasoningOf(delta: Delta): string {
  return delta.reasoning_content || delta.reasoning || delta.thinking || "";
}

/** The content of a delta: text, or the parts some servers send instead. */
export function contentOf({ content }: Pick<Delta, "content">): SpokenPiece[] {
  if (typeof content === "string") return [{ kind: "text", delta: content }];
  return Array.isArray(content) ? content.flatMap(partOf) : [];
}

function partOf(part: unknown): SpokenPiece[] {
  if (typeof part === "string") return [{ kind: "text", delta: part }];
  if (typeof part !== "object" || part === null) return [];
  if ("thinking" in part) {
    const inner = contentOf({ content: part.thinking });
    return inner.map(({ delta }) => ({ kind: "reasoning" as const, delta }));
  }
  return "text" in part && typeof part.text === "string" ? [{ kind: "text", delta: part.text }] : [];
}
