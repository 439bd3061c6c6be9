import type { Capability } from "../ports/capability-source.ts";
import { mostLooked, searchTerms } from "./search-terms.ts";

/** Most results worth their tokens: in five of six searches the right one is among them. */
const mostFound = 5;

/** Most capabilities that are searched, and most UTF-16 units of all of them: about 60 ms of work. */
export const mostSearched = 2_000;
const mostUnits = 512 * 1024;

/** A word in the name weighs three times as much as one in the description. */
const nameWeight = 3;

/** BM25's usual constants: saturation of repeated words, and the penalty for long texts. */
const saturation = 1.2;
const lengthShare = 0.75;

/** A capability's score, and the terms it matches. */
export type FoundCapability<One extends Capability = Capability> = One & {
  score: number;
  has: ReadonlySet<string>;
};

/** The best matches, best first; omits those without a match. Ties keep their order. */
export function findCapabilities<One extends Capability>(
  all: readonly One[],
  words: string,
  most = mostFound,
): readonly FoundCapability<One>[] {
  const asked = new Set(searchTerms(words));
  const searched = all.slice(0, mostSearched);
  const share = Math.min(mostLooked, Math.trunc(mostUnits / Math.max(1, searched.length)));
  const documents = searched.map((capability) => ({ capability, counts: countsOf(capability, share) }));
  const lengths = documents.map(({ counts }) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const rarity = (term: string) => {
    const having = documents.filter(({ counts }) => counts.has(term)).length;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  };
  const worth = new Map([...asked].map((term) => [term, rarity(term)]));
  return documents
    .map(({ capability, counts }, at): FoundCapability<One> => {
      const has = new Set([...asked].filter((term) => counts.has(term)));
      const long = 1 - lengthShare + lengthShare * ((lengths[at] ?? 0) / Math.max(1, usual));
      const score = [...has].reduce((sum, term) => {
        const count = counts.get(term) ?? 0;
        return sum + ((worth.get(term) ?? 0) * count * (saturation + 1)) / (count + saturation * long);
      }, 0);
      return { ...capability, score, has };
    })
    .filter(({ has }) => has.size > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, most);
}

function countsOf({ name, signature, words }: Capability, share: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of searchTerms(text, share)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  add(name, nameWeight);
  add(`${signature} ${words}`, 1);
  return counts;
}
