/** A word of a text as a search compares it, and where it stands in the text, in UTF-16 units. */
export type SearchWord = { word: string; start: number; end: number };

/** A wish, in parts that must all be found: words that follow each other. Of `open`, the last word is the beginning of one. */
export type SearchTerm = { words: readonly string[]; open: boolean };

/** Scripts that put no blanks between words: each of their characters is a word of its own. */
const alone = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const oneWord = new RegExp(`[${alone}]\\p{M}*|(?:(?![${alone}])[\\p{L}\\p{N}]\\p{M}*)+`, "gu");
const standsAlone = new RegExp(`^[${alone}]`, "u");

/** Fewer letters are looked for as they are: half of all words begin with any two of them. */
const shortestBeginning = 3;
/** Terms of one wish; more only cost time. */
const mostTerms = 16;

/** The words of a text in their order. The case of letters, accents and the width of characters do not matter. */
export function searchWords(text: string): SearchWord[] {
  return Array.from(text.matchAll(oneWord), ({ 0: met, index }) => ({
    word: met.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(),
    start: index,
    end: index + met.length,
  })).filter(({ word }) => word !== "");
}

/** What a person wrote into a field of search. What stands in quotes, and characters without blanks between them, belongs together. */
export function searchTerms(wish: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, quoted, bare = ""] of wish.matchAll(/"([^"]*)"|([^\s"]+)/g)) {
    const words = searchWords(quoted ?? bare).map(({ word }) => word);
    const last = words.at(-1);
    if (last === undefined) continue;
    const open = quoted === undefined && !standsAlone.test(last) && last.length >= shortestBeginning;
    terms.push({ words, open });
  }
  return terms.slice(0, mostTerms);
}

/**
 * What an index keeps of words that follow each other, without their places: each word, and of scripts without blanks each two
 * characters, for a single one is in every text. `last`: the last of them may be the beginning of a longer one.
 */
export function searchTokens(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? "";
    return standsAlone.test(word) && standsAlone.test(next) ? [word + next] : [word];
  });
}

/** What an index must have of an entry in which this term can stand; `open`: or a longer one that begins so. */
export function tokensOf({ words, open }: SearchTerm): { token: string; open: boolean }[] {
  const tokens = searchTokens(words);
  // The last character of a run is in the index with the one behind it.
  const pairs =
    words.length > 1 && standsAlone.test(words.at(-2) ?? "") && standsAlone.test(words.at(-1) ?? "");
  if (pairs) tokens.pop();
  return tokens.map((token, at) => ({
    token,
    open:
      (open && at === tokens.length - 1) || (standsAlone.test(token) && !standsAlone.test(token.slice(1))),
  }));
}

/** Where a term stands among words; each as the first and the last of its words. */
export function placesOf(term: SearchTerm, words: readonly SearchWord[]): [first: number, last: number][] {
  const places: [number, number][] = [];
  const last = term.words.length - 1;
  const matches = (at: number) =>
    term.words.every((wanted, step) => {
      const met = words[at + step]?.word;
      return met !== undefined && (term.open && step === last ? met.startsWith(wanted) : met === wanted);
    });
  for (let at = 0; at + last < words.length; at++) if (matches(at)) places.push([at, at + last]);
  return places;
}

/** A stretch of a text; `hit`: these are words that were looked for. */
export type SnippetPart = { text: string; hit?: true };

/** UTF-16 units shown before and after the first place. */
const before = 40;
const after = 120;

/** The surroundings of the first place where a term stands, on one line; undefined where none does. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): SnippetPart[] | undefined {
  const words = searchWords(text);
  const ranges = terms
    .flatMap((term) => placesOf(term, words))
    .map(([first, last]) => ({ start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 }))
    .sort((one, other) => one.start - other.start);
  const from = ranges[0];
  if (!from) return undefined;
  // A cut falls between words, so that no character is halved.
  const start = words.find((word) => word.start >= from.start - before)?.start ?? from.start;
  const last = words.findLast((word) => word.end <= from.end + after) ?? from;
  // The sign that ends the text belongs to it.
  const end = last.end === words.at(-1)?.end ? Math.min(text.trimEnd().length, last.end + before) : last.end;
  const parts: SnippetPart[] = [];
  const take = (to: number, hit: boolean) => {
    const piece = text.slice(at, to).replace(/\s+/g, " ");
    if (piece !== "") parts.push(hit ? { text: piece, hit: true } : { text: piece });
    at = Math.max(at, to);
  };
  let at = start;
  for (const range of ranges) {
    if (range.end > end) break;
    if (range.start < at) continue;
    take(range.start, false);
    take(range.end, true);
  }
  take(end, false);
  if (start > 0) parts.unshift({ text: "…" });
  if (end < text.trimEnd().length) parts.push({ text: "…" });
  return parts;
}
