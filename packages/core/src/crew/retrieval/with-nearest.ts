import type { Card, Nearness } from "./card-shelf.ts";
import { standingOut } from "./stands-out.ts";

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
