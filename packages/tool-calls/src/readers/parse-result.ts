import type { LooseValue } from "../json/loose-value.ts";
import type { Last } from "../json/read-json.ts";

/**
 * One XML parameter: its text is data; the schema types it, unless the model declared it to be JSON (`json`), or text (`json` is false). `unclear`: its
 * markup can be read in two ways. `plain`: the text with the tags in it as ordinary ones, where the family writes them otherwise.
 */
export type Field = {
  name: string;
  text: string;
  json?: boolean | undefined;
  unclear?: string | undefined;
  plain?: string;
};

/** Parameters written as tags. `behind`: what stands between the last that could be read and the end of the call, which may be more of them. */
export type Fields = { kind: "fields"; fields: Field[]; behind?: string | undefined };

/** Arguments as written, in one of the ways dialects write them. A `json` text must be an object, not a bare value. */
export type CallArguments =
  | { kind: "value"; value: LooseValue }
  | { kind: "text"; text: string; json?: true }
  | Fields
  | { kind: "positional"; value: LooseValue };

/** A call as written, not yet checked. `open` says what stood last where only closers are missing. */
export type CallCandidate = {
  name: string;
  arguments: CallArguments;
  open?: Last;
};

/**
 * What was found at a position: candidates up to `end`. `cut`: the output ran out inside the last call. `broken`: it is
 * meant as a call but cannot be read. Readers give `undefined` where there is no call.
 */
export type ParseResult = {
  candidates: CallCandidate[];
  end: number;
  ending: "complete" | "cut" | "broken";
  reason?: string;
};

export function complete(candidates: CallCandidate[], end: number): ParseResult {
  return { candidates, end, ending: "complete" };
}

export function cut(candidates: CallCandidate[], end: number): ParseResult {
  return { candidates, end, ending: "cut" };
}

export function broken(candidates: CallCandidate[], end: number, reason: string): ParseResult {
  return { candidates, end, ending: "broken", reason };
}
