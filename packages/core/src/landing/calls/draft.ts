import type { Fuel } from "../json/blanks.ts";
import type { LooseValue } from "../json/loose-value.ts";
import type { Toolbox } from "./toolbox.ts";

/** One XML parameter: its text is data; the schema types it, unless the model declared it to be JSON. */
export type Field = { name: string; text: string; json?: boolean };

/** Arguments as written, in one of the ways dialects write them. A `json` text must be an object, not a bare value. */
export type DraftArguments =
  | { kind: "value"; value: LooseValue }
  | { kind: "text"; text: string; json?: true }
  | { kind: "fields"; fields: Field[] }
  | { kind: "positional"; value: LooseValue };

/** A call as written, not yet checked. `open` says what stood last where only closers are missing. */
export type Draft = { name: string; arguments: DraftArguments; open?: "value" | "comma" | "number" };

/**
 * What was found at a position: drafts up to `end`. `cut`: the output ran out inside the last call.
 * `broken`: it is meant as a call but cannot be read. Readers give `undefined` where there is no call at all.
 */
export type Reading = {
  drafts: Draft[];
  end: number;
  ending: "complete" | "cut" | "broken";
  reason?: string;
};

/** What every reader needs. */
export type Sight = { text: string; tools: Toolbox; fuel: Fuel; memory: Memory };

/** What readers remember about a text, so that hostile repetition stays cheap. */
type Memory = {
  /** Text, start and answer of the last search for a closing mark. */
  closer?: { text: string; from: number; at: number };
  /** True if the output hit its limit: then what ends with the text may have gone on. */
  cutShort: boolean;
  /** Positions where a mark turned out to be no call. */
  dead: Set<number>;
};

export function sightOf(text: string, tools: Toolbox, fuel: Fuel, cutShort = false): Sight {
  return { text, tools, fuel, memory: { cutShort, dead: new Set() } };
}

export function complete(drafts: Draft[], end: number): Reading {
  return { drafts, end, ending: "complete" };
}

export function cut(drafts: Draft[], end: number): Reading {
  return { drafts, end, ending: "cut" };
}

export function broken(drafts: Draft[], end: number, reason: string): Reading {
  return { drafts, end, ending: "broken", reason };
}

/** Matches a sticky pattern at a position. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
