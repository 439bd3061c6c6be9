/** A word in its form for search, and its position in the text, in UTF-16 units. */
export type SearchWord = { word: string; start: number; end: number };

/** A part of a query: consecutive words. If `open`, the last word is a prefix. All parts of a query must match. */
export type SearchTerm = { words: readonly string[]; open: boolean };

/** Scripts without blanks between words: each character is a word. */
const alone = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const oneWord = new RegExp(`[${alone}]\\p{M}*|(?:(?![${alone}])[\\p{L}\\p{N}]\\p{M}*)+`, "gu");
const standsAlone = new RegExp(`^[${alone}]`, "u");

/** Shorter words match exactly: half of all words begin with any two letters. */
const shortestBeginning = 3;
/** Terms of one query. */
const mostTerms = 16;

/** The words of a text in order. Case, accents and character width are ignored. */
export function searchWords(text: string): SearchWord[] {
  return Array.from(text.matchAll(oneWord), ({ 0: met, index }) => ({
    word: met.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase(),
    start: index,
    end: index + met.length,
  })).filter(({ word }) => word !== "");
}

/** Parses the text of a search field. Quoted text, and characters without blanks between them, stay together. */
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
 * The index entries of consecutive words, without positions: each word, and for scripts without blanks each pair of characters, since
 * single ones are in every text. `last`: the last of them may be a prefix.
 */
export function searchTokens(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? "";
    return standsAlone.test(word) && standsAlone.test(next) ? [word + next] : [word];
  });
}

/** The index entries required for a match of this term; `open`: also as a prefix. */
export function tokensOf({ words, open }: SearchTerm): { token: string; open: boolean }[] {
  const tokens = searchTokens(words);
  // The last character of a run is indexed with the following one.
  const pairs =
    words.length > 1 && standsAlone.test(words.at(-2) ?? "") && standsAlone.test(words.at(-1) ?? "");
  if (pairs) tokens.pop();
  return tokens.map((token, at) => ({
    token,
    open:
      (open && at === tokens.length - 1) || (standsAlone.test(token) && !standsAlone.test(token.slice(1))),
  }));
}

/** The positions of a term among words; each as its first and last word. */
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

/** A part of a text; `hit`: it matches the query. */
export type SnippetPart = { text: string; hit?: true };

/** UTF-16 units shown before and after the first match. */
const before = 40;
const after = 120;

/** The text around the first match, on one line; undefined without a match. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): SnippetPart[] | undefined {
  const words = searchWords(text);
  const ranges = terms
    .flatMap((term) => placesOf(term, words))
    .map(([first, last]) => ({ start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 }))
    .sort((one, other) => one.start - other.start);
  const from = ranges[0];
  if (!from) return undefined;
  // Cuts between words, so that no character is split.
  const start = words.find((word) => word.start >= from.start - before)?.start ?? from.start;
  const last = words.findLast((word) => word.end <= from.end + after) ?? from;
  // Final punctuation belongs to the text.
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
