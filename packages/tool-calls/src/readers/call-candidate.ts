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
