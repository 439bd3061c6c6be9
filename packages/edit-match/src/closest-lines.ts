import { distance } from "fastest-levenshtein";
import { type Line, linesOf } from "./lines.ts";

const threshold = 0.6;
const maximumLines = 60;
const maximumLength = 240;
const maximumCandidates = 12;
/** Lines of the edit that one trigram may vote for. */
const maximumPlaces = 6;

function trigrams(line: string): string[] {
  const padded = ` ${line} `.slice(0, maximumLength + 2);
  return Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3));
}

/** 1 for equal lines, 0 for wholly different ones: edit distance over length. */
function similarity(left: string, right: string): number {
  const a = left.slice(0, maximumLength);
  const b = right.slice(0, maximumLength);
  return left === right ? 1 : 1 - distance(a, b) / Math.max(a.length, b.length, 1);
}

/** Starts of windows that share most trigrams with `given`, best first. */
function candidates(file: Line[], given: string[]): number[] {
  const places = new Map<string, number[]>();
  for (const [index, line] of given.entries())
    for (const trigram of new Set(trigrams(line))) {
      const known = places.get(trigram) ?? [];
      if (known.length < maximumPlaces) places.set(trigram, [...known, index]);
    }
  const votes = new Uint32Array(file.length + 1);
  const votesOf = (start: number | undefined) => votes[start ?? 0] ?? 0;
  for (const [number, line] of file.entries())
    for (const trigram of trigrams(line.text.trim()))
      for (const index of places.get(trigram) ?? []) {
        const start = Math.max(0, number - index);
        votes[start] = votesOf(start) + 1;
      }
  const voted = [...votes.keys()].filter((start) => votesOf(start) > 0);
  return voted.sort((left, right) => votesOf(right) - votesOf(left)).slice(0, maximumCandidates);
}

/** The lines of the file most like `old`, if they are at least 0.6 alike; at most `most` of them. */
export function closestLines(file: Line[], old: string, most: number) {
  const given = linesOf(old)
    .slice(0, maximumLines)
    .map((line) => line.trim());
  const weight = (line: string) => Math.max(line.length, 1);
  const total = given.reduce((sum, line) => sum + weight(line), 0);
  let best = { start: -1, value: 0 };
  for (const start of candidates(file, given)) {
    const alike = given.map(
      (line, index) => weight(line) * similarity(line, file[start + index]?.text.trim() ?? ""),
    );
    const value = alike.reduce((sum, one) => sum + one, 0) / total;
    if (value >= threshold && value > best.value) best = { start, value };
  }
  if (best.start < 0) return undefined;
  const window = file.slice(best.start, best.start + Math.min(given.length, most));
  return { line: best.start + 1, lines: window.map(({ text }) => text) };
}
