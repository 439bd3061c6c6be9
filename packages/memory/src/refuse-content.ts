import { longestMemory } from "@kestrel/protocol/api";
import { tellsSecret, visiblePieces } from "@kestrel/text";

/** Why a text cannot be a fact. */
export type Refusal = `memory_${"empty" | "long" | "lines" | "hidden" | "secret"}`;

/**
 * A fact may not have several lines, invisible characters, or anything that looks like a secret. It is refused and never changed: the
 * stored text is what the user approved.
 */
export function refusalOf(content: string): Refusal | undefined {
  if (content.trim() === "") return "memory_empty";
  if (content.length > longestMemory) return "memory_long";
  if (/[\n\r\t\u0085\u2028\u2029]/.test(content)) return "memory_lines";
  if (visiblePieces(content).some((piece) => "hidden" in piece)) return "memory_hidden";
  return tellsSecret(content) ? "memory_secret" : undefined;
}
