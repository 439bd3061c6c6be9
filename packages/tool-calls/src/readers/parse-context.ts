import type { Marks } from "../grammar/compile.ts";
import type { Fuel } from "../json/blanks.ts";
import { matchAt } from "../match-at.ts";
import type { ToolIndex } from "./tool-index.ts";

/** No reply means more calls. */
export const mostCalls = 1000;

/** `limit`: how far a reader may look. */
export type ParseContext = {
  text: string;
  limit: number;
  tools: ToolIndex;
  fuel: Fuel;
  marks: Marks;
  memory: Memory;
};

type Given = Omit<ParseContext, "text" | "limit" | "memory"> & { memory: Pick<Memory, "cutShort"> };

/** What readers remember about a text, so that hostile repetition stays cheap. */
type Memory = {
  /** Start and answer of the last search for a closing mark. */
  closer?: { from: number; at: number } | undefined;
  /** The same text with the marks of every family. */
  inside?: ParseContext;
  /** True if the output hit its limit: then what ends with the text may have gone on. */
  cutShort: boolean;
  /** Positions where a mark turned out to be no call. */
  dead: Set<number>;
};

export const contextFor = (text: string, context: Given): ParseContext => ({
  ...context,
  text,
  limit: text.length,
  memory: { cutShort: context.memory.cutShort, dead: new Set() },
});

/** Where something that closes a call at `at` ends; `undefined` if there is nothing of the kind. */
export function closerAt({ text, marks }: ParseContext, at: number): number | undefined {
  const found = matchAt(marks.closes, text, at);
  return found && found[0] !== "" ? at + found[0].length : undefined;
}

/** Where the first closing mark after `at` begins, or -1. Remembers the last answer, so that asking often is cheap. */
export function findCloser({ text, marks, fuel, memory }: ParseContext, at: number): number {
  const known = memory.closer;
  if (known && at >= known.from && (known.at < 0 || at <= known.at)) return known.at;
  marks.anyClose.lastIndex = at;
  const found = marks.anyClose.exec(text)?.index ?? -1;
  fuel.left -= (found < 0 ? text.length : found) - at;
  memory.closer = { from: at, at: found };
  return found;
}

/** Where what opens a call at `at` ends; `undefined` if nothing does. */
export function openerAt({ text, marks }: ParseContext, at: number): number | undefined {
  const [found = ""] = matchAt(marks.opens, text, at) || matchAt(marks.weakOpens, text, at) || [];
  return found === "" ? undefined : at + found.length;
}
