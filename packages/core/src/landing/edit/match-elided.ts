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

/** Chains of segment matches, each behind the one before; stops counting at two. */
function chains(options: LineMatch[][], after: number, depth = 0): LineMatch[][] {
  const [first, ...rest] = options;
  if (!first) return [[]];
  const found: LineMatch[][] = [];
  for (const match of first) {
    if (match.from < after) continue;
    for (const tail of chains(rest, match.to, depth + 1)) found.push([match, ...tail]);
    if (found.length > 1) break;
  }
  return found;
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
    return matchLines(file, `${segment}\n`, lines === "" ? "" : `${lines}\n`).slice(0, 50);
  });
  return chains(options, 0);
}
