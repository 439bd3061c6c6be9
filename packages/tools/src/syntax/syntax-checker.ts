import type { SyntaxLanguage } from "./language-of.ts";

/** Something a parser stumbles over. `line` counts from 1; `what` is a sentence for the model without its line. */
export type SyntaxProblem = {
  line: number;
  what: string;
  /** Kind and token: two problems of one key may be the same one, moved. */
  key: string;
};

/**
 * Says what a change breaks. Parsers are loaded when first needed.
 *
 * - Answers the problems that `after` has and `before` had not; none when it is no worse than before, when the parser
 *   cannot be loaded, or when it takes too long.
 * - `before` undefined: the file is new, everything wrong with it is new.
 * - Never throws and never changes the text.
 */
export interface SyntaxChecker {
  check(
    language: SyntaxLanguage,
    before: string | undefined,
    after: string,
  ): Promise<readonly SyntaxProblem[]>;
}

/** Everything a parser has to say about one text; undefined when it gave up. */
export type FoundProblems = readonly SyntaxProblem[] | undefined;
export type FindProblems = (text: string) => FoundProblems | Promise<FoundProblems>;

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
