import type { LooseValue } from "../json/loose-value.ts";
import type { Last } from "../json/read-json.ts";

/** A parameter in tags. `json`: its declared type. `unclear`: why it is ambiguous. `plain`: with the tags in it as ordinary ones. */
export type Field = {
  name: string;
  text: string;
  json?: boolean | undefined;
  unclear?: string | undefined;
  plain?: string;
};

/** Parameters in tags. `behind`: the text between the last readable one and the call's end, which may have more of them. */
export type Fields = { kind: "fields"; fields: Field[]; behind?: string | undefined };

/** Arguments as written, in one of the syntaxes. A `json` text must be an object, not a bare value. */
export type CallArguments =
  | { kind: "value"; value: LooseValue }
  | { kind: "text"; text: string; json?: true }
  | Fields
  | { kind: "positional"; value: LooseValue };

/** A call as written, not yet checked. `open`: the last token, if only closing brackets are missing. */
export type CallCandidate = { name: string; arguments: CallArguments; open?: Last };

/** Candidates up to `end`. `cut`: the output ended inside the last call. `broken`: it is a call but cannot be read. */
export type ParseResult = {
  candidates: CallCandidate[];
  end: number;
  ending: "complete" | "cut" | "broken";
  reason?: string;
};

type Ended = (candidates: CallCandidate[], end: number, reason?: string) => ParseResult;
export const complete: Ended = (candidates, end) => ({ candidates, end, ending: "complete" });
export const cut: Ended = (candidates, end) => ({ candidates, end, ending: "cut" });
export const broken: Ended = (candidates, end, reason = "it cannot be read") => ({
  candidates,
  end,
  ending: "broken",
  reason,
});
