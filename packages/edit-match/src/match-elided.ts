import { type LineMatch, linesOf, matchLines } from "./match-lines.ts";
import type { Line } from "./split-lines.ts";

const bare = /^\s*(?:\.\.\.|…)\s*$/;
const commented = /^\s*(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)\s*(?:\.\.\.|…)/;

function isElision(line: string): boolean {
  return bare.test(line) || commented.test(line);
}

/** True if `old` leaves lines out. */
export function hasElision(text: string): boolean {
  return linesOf(text).some(isElision);
}

function segmentsOf(text: string): string[] {
  const segments: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (isElision(line)) segments.push([]);
    else segments.at(-1)?.push(line);
  }
  return segments.map((segment) => segment.join("\n"));
}

/** Chains of segment matches, each behind the one before: none, the only one, or two of several. */
function chains(options: LineMatch[][]): LineMatch[][] {
  let tails: LineMatch[][] = [[]];
  for (const matches of options.toReversed()) {
    const follows = (match: LineMatch) => (tail: LineMatch[]) => (tail[0]?.from ?? Infinity) >= match.to;
    const longer = matches.flatMap((match) => tails.filter(follows(match)).map((tail) => [match, ...tail]));
    // Matches are in the order of the file: what stands before the last two stands before any.
    tails = longer.slice(-2);
  }
  return tails;
}

/**
 * Matches an edit whose `old` and `new` leave out the same stretches. Each stretch stays as the file has it. `undefined`
 * if the elisions are not paired; several chains if it is not unique.
 */
export function matchElided(file: Line[], old: string, replacement: string): LineMatch[][] | undefined {
  const segments = segmentsOf(old);
  const replacements = segmentsOf(replacement);
  if (segments.length < 2 || segments.length > 8 || segments.length !== replacements.length) return undefined;
  if (segments.some((segment) => segment.trim() === "")) return undefined;
  const options = segments.map((segment, index) => {
    const lines = replacements[index] ?? "";
    return matchLines(file, `${segment}\n`, lines === "" ? "" : `${lines}\n`);
  });
  return chains(options);
}
