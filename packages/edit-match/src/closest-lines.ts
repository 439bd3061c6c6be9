import { distance } from "fastest-levenshtein";
import { linesOf } from "./match-lines.ts";
import type { Line } from "./split-lines.ts";

/** Lines of the file that resemble what was looked for. */
export type Closest = { line: number; text: string; similarity: number };

const threshold = 0.6;
const maximumLines = 60;
const maximumLength = 240;
const maximumCandidates = 12;

function trigrams(line: string): string[] {
  const padded = ` ${line} `;
  const found: string[] = [];
  for (let index = 0; index + 3 <= padded.length && index < maximumLength; index += 1) {
    found.push(padded.slice(index, index + 3));
  }
  return found;
}

/** 1 for equal lines, 0 for wholly different ones: edit distance over length. */
function similarity(left: string, right: string): number {
  const a = left.slice(0, maximumLength);
  const b = right.slice(0, maximumLength);
  return left === right ? 1 : 1 - distance(a, b) / Math.max(a.length, b.length, 1);
}

/** Window starts that share most with `given`, best first. */
function candidates(file: Line[], given: string[]): number[] {
  const places = new Map<string, number[]>();
  for (const [index, line] of given.entries()) {
    for (const trigram of new Set(trigrams(line))) {
      const known = places.get(trigram) ?? [];
      if (known.length < 6) known.push(index);
      places.set(trigram, known);
    }
  }
  const votes = new Uint32Array(file.length + 1);
  for (const [number, line] of file.entries()) {
    for (const trigram of trigrams(line.text.trim())) {
      for (const index of places.get(trigram) ?? []) {
        const start = Math.max(0, number - index);
        votes[start] = (votes[start] ?? 0) + 1;
      }
    }
  }
  return mostVoted(votes);
}

function mostVoted(votes: Uint32Array): number[] {
  const best: number[] = [];
  let least = 0;
  for (const [start, count] of votes.entries()) {
    if (count <= least) continue;
    best.push(start);
    best.sort((left, right) => (votes[right] ?? 0) - (votes[left] ?? 0) || left - right);
    best.length = Math.min(best.length, maximumCandidates);
    if (best.length === maximumCandidates) least = votes[best.at(-1) ?? 0] ?? 0;
  }
  return best;
}

/** The lines of the file most like `old`, if they are at least 0.6 alike. */
export function closestLines(file: Line[], old: string): Closest | undefined {
  const given = linesOf(old)
    .map((line) => line.trim())
    .slice(0, maximumLines);
  const total = given.reduce((sum, line) => sum + Math.max(line.length, 1), 0);
  let best: Closest | undefined;
  for (const start of candidates(file, given)) {
    const window = file.slice(start, start + given.length);
    const alike = given.reduce(
      (sum, line, index) =>
        sum + Math.max(line.length, 1) * similarity(line, window[index]?.text.trim() ?? ""),
      0,
    );
    const value = alike / total;
    if (value >= threshold && value > (best?.similarity ?? 0)) {
      best = { line: start + 1, text: window.map((line) => line.text).join("\n"), similarity: value };
    }
  }
  return best;
}
