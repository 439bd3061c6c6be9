import type { SyntaxLanguage } from "./language-of.ts";

/** A parse error. `line` counts from 1; `what` is a sentence for the model without the line. */
export type SyntaxProblem = {
  line: number;
  what: string;
  /** Kind and token: two problems with the same key may be the same one, moved. */
  key: string;
};

/**
 * Reports what a change breaks. Parsers are loaded on first use. Returns the problems that `after` has and `before` had not; none when
 * it is no worse than before, when the parser cannot be loaded, or when it takes too long. `before` undefined: the file is new, every
 * problem is new. Never throws and never changes the text.
 */
export interface SyntaxChecker {
  check(
    language: SyntaxLanguage,
    before: string | undefined,
    after: string,
  ): Promise<readonly SyntaxProblem[]>;
}

/** All parse errors of one text; undefined when the parser gave up. */
export type FoundProblems = readonly SyntaxProblem[] | undefined;
export type FindProblems = (text: string) => FoundProblems | Promise<FoundProblems>;

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
