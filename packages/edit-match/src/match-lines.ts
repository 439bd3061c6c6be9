import { findRuns } from "./find-lines.ts";
import { mapIndentation, reindent, unitOf } from "./indentation.ts";
import { likenesses, loosest } from "./normal-line.ts";
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

const keysOf = new WeakMap<Line[], string[]>();

/** The lines of a file in their loosest form, made once. */
function loosestKeys(file: Line[]): string[] {
  const known = keysOf.get(file) ?? file.map((line) => loosest(line.text));
  keysOf.set(file, known);
  return known;
}

/** Where the bound is reached, two matches at most: enough to know that `old` is ambiguous. */
function matchIndented(file: Line[], starts: number[], given: string[], replacement: string[]): LineMatch[] {
  const matches: LineMatch[] = [];
  const all = file.map((line) => line.text);
  const unit = starts.length > 0 ? unitOf(all) : "";
  let left = maximumComparisons;
  for (const from of starts) {
    left -= given.length;
    if (left < 0) return matches.slice(0, 2);
    const there = all.slice(from, from + given.length);
    const map = mapIndentation(given, there);
    if (map) matches.push({ from, to: from + given.length, lines: reindent(replacement, map, given, unit) });
  }
  return matches;
}

/**
 * Finds whole lines that are the same as `old` but for trailing blanks, typography or uniform indentation. The first
 * likeness that has a match decides.
 */
export function matchLines(file: Line[], old: string, replacement: string, maximum?: number): LineMatch[] {
  const given = linesOf(old);
  if (given.length > file.length || given.every((line) => line.trim() === "")) return [];
  const possible = findRuns(loosestKeys(file), given.map(loosest), maximum);
  if (possible.length === 0) return [];
  const lines = replacementLines(old, replacement);
  for (const likeness of likenesses) {
    const haystack = file.map((line) => likeness(line.text));
    const starts = findRuns(haystack, given.map(likeness), maximum);
    if (starts.length > 0) return starts.map((from) => ({ from, to: from + given.length, lines }));
  }
  return matchIndented(file, possible, given, lines);
}
