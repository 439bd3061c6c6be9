import { findRuns } from "./find-lines.ts";
import { mapIndentation, reindent } from "./indentation.ts";
import { likenesses } from "./normal-line.ts";
import type { Line } from "./split-lines.ts";

/** Lines `from` up to `to` of the file, and what they become. */
export type LineMatch = { from: number; to: number; lines: string[] };

/** Bounds the comparison of indentations, which is not linear by itself. */
const maximumComparisons = 400_000;

/** The lines of a text; a final line break does not make another. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

/** What replaces whole lines: nothing at all if `old` ended its line and `new` is empty. */
function replacementLines(old: string, replacement: string): string[] {
  if (replacement === "") return /\n$/.test(old) ? [] : [""];
  const ends = /\n$/.test(old);
  const lines = replacement.split(/\r?\n/);
  if (ends && lines.at(-1) === "") lines.pop();
  return lines;
}

function matchIndented(file: Line[], starts: number[], given: string[], replacement: string[]): LineMatch[] {
  const matches: LineMatch[] = [];
  const all = file.map((line) => line.text);
  let left = maximumComparisons;
  for (const from of starts) {
    left -= given.length;
    if (left < 0) break;
    const there = all.slice(from, from + given.length);
    const map = mapIndentation(given, there);
    if (map) matches.push({ from, to: from + given.length, lines: reindent(replacement, map, given, all) });
  }
  return matches;
}

/**
 * Finds whole lines that are the same as `old` but for trailing blanks, typography or uniform indentation. The first
 * likeness that has a match decides.
 */
export function matchLines(file: Line[], old: string, replacement: string): LineMatch[] {
  const given = linesOf(old);
  const lines = replacementLines(old, replacement);
  if (given.length > file.length || given.every((line) => line.trim() === "")) return [];
  for (const [index, likeness] of likenesses.entries()) {
    const haystack = file.map((line) => likeness(line.text));
    const starts = findRuns(haystack, given.map(likeness));
    const last = index === likenesses.length - 1;
    const matches = last
      ? matchIndented(file, starts, given, lines)
      : starts.map((from) => ({ from, to: from + given.length, lines }));
    if (matches.length > 0) return matches;
  }
  return [];
}
