import type { Fuel } from "../json/blanks.ts";
import type { ToolIndex } from "./tool-index.ts";

/** What every reader needs. */
export type ParseContext = { text: string; tools: ToolIndex; fuel: Fuel; memory: Memory };

/** What readers remember about a text, so that hostile repetition stays cheap. */
type Memory = {
  /** Text, start and answer of the last search for a closing mark. */
  closer?: { text: string; from: number; at: number };
  /** True if the output hit its limit: then what ends with the text may have gone on. */
  cutShort: boolean;
  /** Where the first key in quotes that are not escaped stands, or a text begins in such; the text's length if none does. */
  plainQuote?: number;
  /** Positions where a mark turned out to be no call. */
  dead: Set<number>;
};

export function parseContextOf(text: string, tools: ToolIndex, fuel: Fuel, cutShort = false): ParseContext {
  return { text, tools, fuel, memory: { cutShort, dead: new Set() } };
}

/** The same tools and the same fuel for another text. */
export function contextFor(text: string, context: ParseContext): ParseContext {
  return parseContextOf(text, context.tools, context.fuel, context.memory.cutShort);
}

/** Matches a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
