import { allByteLetters, lettersOf, preTokens, specials } from "./pre-tokens.ts";

export type Vocabulary = {
  /** By number: bytes, then merges in their order, then specials. */
  tokens: string[];
  /** Pairs by rank, as llama.cpp reads them. */
  merges: (readonly [string, string])[];
};

/** Punctuation of calls; the only punctuation that becomes one token. */
const scaffold: readonly (readonly [string, string])[] = [
  ['"', ":"],
  ['":', '"'],
  ['"', ","],
  ['",', '"'],
  ["}", "}"],
  ['"', "}}"],
  ["{", '"'],
  ["Ġ", '"'],
  ["Ġ", '{"'],
];

/**
 * Learns a byte-level vocabulary in which copying is easy: a name has the same tokens wherever it stands. So letters merge
 * only with letters, bytes beyond ASCII only within one character, and a space with no word: any word may be a name, and
 * ` which` as one token made `which.js` a name that could not be copied. It costs 7 % more tokens.
 */
export function learnVocabulary(texts: Iterable<string>, size: number): Vocabulary {
  const merges: (readonly [string, string])[] = [...scaffold, ["Ġ", "Ġ"], ["ĠĠ", "ĠĠ"], ["Ċ", "Ċ"]];
  merges.push(...mostFrequentPairs(atomsIn(texts), size - 256 - specials.length - merges.length));
  return { tokens: [...allByteLetters(), ...merges.map((pair) => pair.join("")), ...specials], merges };
}

/** Chinese is the smaller part of the corpus and three bytes a character: it would be spelt byte by byte. */
const beyondAscii = 3;

/** Runs of letters and single characters beyond ASCII, with how often they come. */
function atomsIn(texts: Iterable<string>): Map<string, number> {
  const atoms = new Map<string, number>();
  const count = (atom: string, by: number) => atoms.set(atom, (atoms.get(atom) ?? 0) + by);
  for (const text of texts) {
    for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) count(lettersOf(character), beyondAscii);
    for (const { special, letters } of preTokens(text)) {
      if (special !== undefined) continue;
      for (const [atom] of letters.matchAll(/[A-Za-z]+/g)) if (atom.length > 1) count(atom, 1);
    }
  }
  return atoms;
}

type Word = { parts: string[]; count: number };

/** Byte-pair merges by frequency, the counts kept up to date pair by pair. */
function mostFrequentPairs(atoms: ReadonlyMap<string, number>, most: number): (readonly [string, string])[] {
  const list: Word[] = [...atoms].map(([atom, count]) => ({ parts: [...atom], count }));
  const counts = new Map<string, number>();
  const places = new Map<string, Set<Word>>();
  const add = (word: Word, sign: 1 | -1) => {
    for (let at = 0; at + 1 < word.parts.length; at += 1) {
      const pair = `${word.parts[at]} ${word.parts[at + 1]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + sign * word.count);
      if (sign > 0) places.set(pair, (places.get(pair) ?? new Set()).add(word));
    }
  };
  for (const word of list) add(word, 1);
  const merges: (readonly [string, string])[] = [];
  while (merges.length < most) {
    let best: string | undefined;
    let bestCount = 1;
    for (const [pair, count] of counts) {
      if (count > bestCount || (count === bestCount && best !== undefined && pair < best))
        [best, bestCount] = [pair, count];
    }
    if (best === undefined) break;
    const [one = "", two = ""] = best.split(" ");
    merges.push([one, two]);
    for (const word of places.get(best) ?? []) {
      add(word, -1);
      word.parts = mergedParts(word.parts, one, two);
      add(word, 1);
    }
    counts.delete(best);
    places.delete(best);
  }
  return merges;
}

export function mergedParts(parts: readonly string[], one: string, two: string): string[] {
  const merged: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    if (parts[at] === one && parts[at + 1] === two) {
      merged.push(one + two);
      at += 1;
    } else merged.push(parts[at] ?? "");
  }
  return merged;
}
