import type { MemoryRow } from "@kestrel/protocol/api";
import { isSeen, type MemoryFilter, type RecalledRow } from "../memory-backend.ts";
import { bestOf, scoreRow, wishOf } from "./score-rows.ts";

/** The word index of rows. `Place` identifies a row in it. */
export type WordIndex<Place> = {
  /** The rows that contain a term. */
  having(term: string): Iterable<Place>;
  row(place: Place): MemoryRow | undefined;
};

/** The active rows that a wish finds: the same for every backend. */
export function recallRows<Place>(
  index: WordIndex<Place>,
  words: string,
  filter: MemoryFilter,
  limit: number,
): RecalledRow[] {
  const wish = wishOf(words);
  const met = new Map<Place, Set<string>>();
  for (const term of wish.terms.finding)
    for (const place of index.having(term)) {
      const terms = met.get(place);
      if (terms) terms.add(term);
      else met.set(place, new Set([term]));
    }
  for (const term of met.size > 0 ? wish.terms.adding : [])
    for (const place of index.having(term)) met.get(place)?.add(term);
  const scored = [...met].flatMap(([place, terms]) => {
    const score = scoreRow(wish, (term) => terms.has(term));
    const row = score === undefined ? undefined : index.row(place);
    return score !== undefined && row && row.source !== "proposed" && isSeen(row, filter)
      ? [{ row, score }]
      : [];
  });
  return bestOf(scored, limit);
}
