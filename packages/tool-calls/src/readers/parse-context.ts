import type { Marks } from "../grammar/compile.ts";
import type { Fuel } from "../json/blanks.ts";
import { matchAt } from "../match-at.ts";
import type { ToolIndex } from "./tool-index.ts";

/** No useful reply has more calls. */
export const mostCalls = 1000;

/** `limit`: the end of what a reader may read. */
export type ParseContext = {
  text: string;
  limit: number;
  tools: ToolIndex;
  fuel: Fuel;
  marks: Marks;
  memory: Memory;
};

type Given = Omit<ParseContext, "text" | "limit" | "memory"> & { memory: Pick<Memory, "cutShort"> };

/** Cached results for a text, so that hostile repetition stays cheap. */
type Memory = {
  /** Start and result of the last search for a closing mark. */
  closer?: { from: number; at: number } | undefined;
  /** The same text with the marks of every family. */
  inside?: ParseContext;
  /** Whether the output hit its limit: its last part may be incomplete. */
  cutShort: boolean;
  /** Positions of marks that are not calls. */
  dead: Set<number>;
};

export const contextFor = (text: string, context: Given): ParseContext => ({
  ...context,
  text,
  limit: text.length,
  memory: { cutShort: context.memory.cutShort, dead: new Set() },
});

/** The end of a closing mark at `at`; `undefined` without one. */
export function closerAt({ text, marks }: ParseContext, at: number): number | undefined {
  const found = matchAt(marks.closes, text, at);
  return found && found[0] !== "" ? at + found[0].length : undefined;
}

/** The start of the first closing mark after `at`, or -1. Caches the last result. */
export function findCloser({ text, marks, fuel, memory }: ParseContext, at: number): number {
  const known = memory.closer;
  if (known && at >= known.from && (known.at < 0 || at <= known.at)) return known.at;
  marks.anyClose.lastIndex = at;
  const found = marks.anyClose.exec(text)?.index ?? -1;
  fuel.left -= (found < 0 ? text.length : found) - at;
  memory.closer = { from: at, at: found };
  return found;
}

/** The end of an opening mark at `at`; `undefined` without one. */
export function openerAt({ text, marks }: ParseContext, at: number): number | undefined {
  const [found = ""] = matchAt(marks.opens, text, at) || matchAt(marks.weakOpens, text, at) || [];
  return found === "" ? undefined : at + found.length;
}
