import type { ParseContext } from "../parse-context.ts";
import type { ParseResult } from "../parse-result.ts";

type Read = (context: ParseContext, at: number) => ParseResult | undefined;

/** One way to write a call. */
export type Dialect = {
  name: string;
  /** What its first character can be. */
  begins: RegExp;
  /** Where the walk through a reply stops for it: pattern sources, for flags `gimu`. It stops at every `<` and `[` that begins a tag or a word. */
  stops?: readonly string[];
  /** Reads it where it stands by itself in a reply. */
  alone?: Read;
  /** Reads it between the marks of a call. */
  marked?: Read;
};
