import { contentRuns, generalWeight, searchWords, stemOf, wordWeight } from "@kestrel/text";

/** A part of a wish that a row has or lacks: a word, or one character of a script without spaces, with the pairs that contain it. */
type Part = { terms: readonly string[]; weight: number; general: boolean; share: number };

/** A parsed search text. */
export type Wish = {
  parts: readonly Part[];
  /** Terms that find rows, and terms that only add to the score of found rows. */
  terms: { finding: readonly string[]; adding: readonly string[] };
  total: number;
};

/** Longest part of a message used for recall, in UTF-16 units: more adds nothing about its subject. */
const longestWish = 600;

const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Words, and runs of characters without spaces. */
function piecesOf(text: string): { words: string[]; runs: string[] } {
  const words: string[] = [];
  const runs: string[] = [];
  let end = -1;
  for (const met of searchWords(text)) {
    if (!wide.test(met.word)) words.push(met.word);
    else if (met.start === end) runs.push(`${runs.pop() ?? ""}${met.word}`);
    else runs.push(met.word);
    end = wide.test(met.word) ? met.end : -1;
  }
  return { words, runs };
}

function pairsOf(signs: readonly string[]): string[] {
  return signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
}

/** The index terms of a row: its words without endings, and pairs of characters. */
export function termsOf(content: string): string[] {
  const { words, runs } = piecesOf(content);
  const terms = words.filter((word) => wordWeight(word) > 0).map(stemOf);
  for (const run of runs) {
    const signs = Array.from(run);
    terms.push(...(signs.length > 1 ? pairsOf(signs) : signs));
  }
  return [...new Set(terms)];
}

/** Parses the text to search by. */
export function wishOf(text: string): Wish {
  const { words, runs } = piecesOf(text.slice(0, longestWish));
  const parts: Part[] = [];
  const met = new Set<string>();
  for (const word of words) {
    const [stem, weight] = [stemOf(word), wordWeight(word)];
    if (weight === 0 || met.has(stem)) continue;
    met.add(stem);
    parts.push({ terms: [stem], weight, general: weight < 1, share: 1 });
  }
  for (const { signs, general } of runs.flatMap(contentRuns)) {
    const pairs = pairsOf(signs);
    signs.forEach((_, at) => {
      const terms = [pairs[at - 1], pairs[at]].filter((pair) => pair !== undefined);
      const isGeneral = general[at] === true;
      parts.push({ terms, weight: isGeneral ? generalWeight / 2 : 0.5, general: isGeneral, share: 0.5 });
    });
  }
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const termsOfParts = (some: readonly Part[]) => [...new Set(some.flatMap(({ terms }) => terms))];
  const finding = termsOfParts(parts.filter(({ general }) => !general));
  const adding = termsOfParts(parts).filter((term) => !finding.includes(term));
  // A wish of general words only is searched by those.
  const terms = finding.length > 0 ? { finding, adding } : { finding: adding, adding: [] };
  return { parts, terms, total };
}

/** Tuned on the labelled sets, docs/memory.md: a floor, a sufficient score, and the least ratio to the best. */
const [floor, plain, nearBest] = [0.35, 0.6, 0.6];
/** Non-general words that must match when the score alone is not enough. */
const evidence = 2;
/** Full coverage, allowing for rounding errors. */
const whole = 0.999;

/** One row's score: how much of the wish it covers, with weights that no other row changes; undefined when it does not count. */
export function scoreRow({ parts, total }: Wish, has: (term: string) => boolean): number | undefined {
  let covered = 0;
  let words = 0;
  let met = 0;
  for (const part of parts) {
    if (!part.terms.some(has)) continue;
    covered += part.weight;
    met += part.share;
    if (!part.general) words += part.share;
  }
  const score = total === 0 ? 0 : covered / total;
  if (score < floor) return undefined;
  // "What is my name?" has only general words: then all of them must match.
  if (words < 1) return met >= evidence && score > whole ? score : undefined;
  return score >= plain || words >= evidence ? score : undefined;
}

/** Rows that count, best first, none far below the best. */
export function bestOf<Row>(
  scored: readonly { row: Row; score: number }[],
  most: number,
): { row: Row; score: number }[] {
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
  return scored
    .filter(({ score }) => score >= best * nearBest)
    .sort((one, other) => other.score - one.score)
    .slice(0, most);
}
