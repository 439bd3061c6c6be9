import type { Ending, Last } from "./json-cursor.ts";
import type { LooseValue } from "./loose-value.ts";

/** `twice` is a key that one object had twice, with different values; `strict`: it is valid JSON, and nothing was repaired. */
export type JsonReading = {
  value: LooseValue;
  end: number;
  ending: Ending;
  last: Last;
  twice?: string;
  strict?: true;
};
