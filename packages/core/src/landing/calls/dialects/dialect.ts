import type { ParseContext } from "../parse-context.ts";
import type { ParseResult } from "../parse-result.ts";

type Read = (context: ParseContext, at: number) => ParseResult | undefined;

/** One way to write a call. */
export type Dialect = {
  name: string;
  /** What its first character can be. */
  begins: RegExp;
  /** Reads it where it stands by itself in a reply. */
  alone?: Read;
  /** Reads it between the marks of a call. */
  marked?: Read;
};
