import type { Card, Nearness } from "./card-shelf.ts";

/** Most results of `find`. */
const mostFound = 5;

/** How many matches by words keep their places: a retriever adds results and never hides an exact match. */
const keptByWords = 3;

/** Matches by words, followed by the nearest in meaning. `byWords` and `near` are sorted. */
export function withNearest<One extends Card>(
  byWords: readonly One[],
  near: readonly Nearness[],
  all: readonly One[],
): readonly One[] {
  const kept = byWords.slice(0, keptByWords);
  const names = new Set(kept.map(({ name }) => name));
  const added = standingOut(near).flatMap(({ name }) => {
    const card = names.has(name) ? undefined : all.find((one) => one.name === name);
    return card ? [card] : [];
  });
  const found = [...kept, ...added].slice(0, mostFound);
  const rest = byWords.slice(keptByWords).filter(({ name }) => !found.some((one) => one.name === name));
  return [...found, ...rest].slice(0, mostFound);
}

/**
 * Similarity scales differ between models, so it is measured against that of all other cards: in their standard deviations above their
 * mean. The figures are of `node scripts/bench.mjs librarian`, tuned on its requests: every added skill was right there, and none was added
 * to messages that mean no skill.
 */
const laidAbove = 9;
const laidBefore = 3;
/** The least absolute gap: when all others are alike, their deviation is meaningless. */
const leastGap = 0.1;

/** Threshold for a line in the results of `find`. */
const worthALine = 1.5;

/** Fewest other cards to measure against. */
const fewest = 8;

/** The first one, if it is near enough and far enough before the next for its text to be attached; `found` is sorted. */
export function clearlyNearest(found: readonly Nearness[]): Nearness | undefined {
  const [first, second, ...rest] = found;
  if (!first || !second || found.length < fewest) return undefined;
  const { mean, deviation } = spread([second, ...rest]);
  const isClear =
    first.likeness - mean >= laidAbove * deviation &&
    first.likeness - second.likeness >= Math.max(leastGap, laidBefore * deviation);
  return isClear ? first : undefined;
}

/** Those near enough to be listed. */
function standingOut(found: readonly Nearness[]): readonly Nearness[] {
  const { mean, deviation } = spread(found);
  return found.filter(({ likeness }) => likeness - mean > worthALine * deviation);
}

function spread(found: readonly Nearness[]): { mean: number; deviation: number } {
  const count = Math.max(1, found.length);
  const mean = found.reduce((sum, { likeness }) => sum + likeness, 0) / count;
  const squares = found.reduce((sum, { likeness }) => sum + (likeness - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / count) };
}
