import type { QuoteContext } from "./closing-quote.ts";
import { isWhole } from "./whole-text.ts";

/**
 * A name in quotes behind a comma, a brace or a colon, one with its closing quote and a colon, and one in quotes that no blank or stop follows, or that stand directly behind
 * a word: a quotation begins behind a blank or a mark, or a letter by which Python says how to read a text.
 */
const nameInside =
  /(?:[,，{]\s{0,10}|[:：])["“]([A-Za-z_$][\w$-]{0,80})\\?["”]|(?<![\w$-])([A-Za-z_$][\w$-]{0,80})\\?["'”]\s{0,10}[:：]|["“]([A-Za-z_$][\w$-]{0,80})["”](?=[^\s.,;:!?)\]}"'”]|[,}][\p{L}\p{N}]|'(?!s\b)[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?<!(?:^|[^\p{L}\p{N}])[rRfFbBuU]{1,2})["“]([A-Za-z_$][\w$-]{0,80})["”]/gu;
/**
 * A quote, a separator, a bracket or a line break, and a name with its closing quote only: a member, its own opening quote lost, whatever it is called. Where a colon
 * follows, the name may be any signs. Or a brace that nothing closes, and a name in quotes.
 */
const halfMember =
  /["”](?:\s{0,10}[,，:：;；}\]]|[ \t]{0,10}\n)\s{0,10}[A-Za-z_$][\w$-]{0,80}["”]|["”]\s{0,10}[,，]\s{0,10}["”]{0,2}[^"”\n]{1,60}["”]\s{0,10}[:：]|\{\s{0,10}["“][A-Za-z_$][\w$-]{0,80}["”]/;

/** True if a text whose quotes nobody escaped holds the name of a key that may follow, as a member begins, outside of whole objects: it took that member in. */
export function holdsKey(raw: string, mayFollow: QuoteContext["mayFollow"]): boolean {
  const plain = withoutObjects(raw);
  if (halfMember.test(plain)) return true;
  return [...plain.matchAll(nameInside)].some(
    ([, ...names]) => mayFollow(names.find((name) => name !== undefined) ?? "") === true,
  );
}

const foreignClosers = /^[^{"]{0,400}\}\s{0,40}\}\s{0,40},\s{0,40}\{\s{0,40}"/;

/** True if a text with quotes in it closes an object that it did not open, and opens the next: its own quote was lost. */
export function closesTwo(text: string, at: number): boolean {
  return foreignClosers.test(text.slice(at + 1, at + 500));
}

const earlyClose = /"\s{0,10}[}\]]/;

/** True if in a text a bracket stands behind a quote and closes what the text did not open: its own quote was that one, or lost. */
export function closesEarly(raw: string): boolean {
  const at = raw.includes("\n") ? raw.search(earlyClose) : -1;
  return at >= 0 && !/[{[]/.test(raw.slice(0, at));
}

/** A quote that closes, and the next member behind it. */
const memberBehind = /"\s{0,10}[}\]]{0,4}\s{0,10},\s{0,10}"[\w-]{1,60}"\s{0,10}:/g;

/** True if a text in other quotes closes a plain one that it did not open, and another member follows: it took in more than its own. */
export function closesUnopened(raw: string): boolean {
  if (/^"\s{0,10}[:,}]/.test(raw)) return true;
  const early = raw.search(earlyClose);
  if (early >= 0 && raw.split('"').length % 2 === 0 && !/["{[]/.test(raw.slice(0, early))) return true;
  let quotes = 0;
  let from = 0;
  for (const { index } of raw.matchAll(memberBehind)) {
    quotes += raw.slice(from, index).split('"').length - 1;
    if (quotes % 2 === 0) return true;
    from = index;
  }
  return /\}\s{0,10}\}\s{0,10},\s{0,10}\{\s{0,10}"/.test(raw) && withoutObjects(raw).includes("}");
}

/** A key in its own quotes, the value behind it in quotes or brackets; or one behind a brace. */
const innerPair =
  /"(?:[^"\\]|\\[^"]){0,60}"\s{0,10}:\s{0,10}(?:\\?["{[]|-?\d|true|false|null)|\{\s{0,10}"[\w-]{1,60}"\s{0,10}:/;
/** Its quotes pair, and it is more than a text. */
const wholeObject = /\{(?!\s*(?:['`]|"[^"{}]*"\s*\}))(?:[^{}"]|"[^"{}]*")*\}/g;
/** No object inside a text that nobody escaped is nested deeper. */
const maximumNesting = 8;

/** True if a text whose quotes nobody escaped holds a member outside of whole objects: it took in more than its own. */
export function holdsPair(raw: string): boolean {
  if (halfEscaped.test(raw)) return true;
  return innerPair.test(raw) && innerPair.test(withoutObjects(raw));
}

/** A key whose quote is escaped, and a value whose is not, or the other way round. */
const halfEscaped = /\\"\s{0,10}:\s{0,10}"|[^\\]"\s{0,10}:\s{0,10}\\"/;

/** A brace that nothing closes and a quote behind it. */
const openMember = /\{\s{0,10}"[^{}]*$/;

/**
 * The first plain quote of a text stands behind a word, and a colon follows: it closes a key, and no less behind a sign if the colon stands directly before
 * another text. Or a comma and the quote of the next name follow it.
 */
const endsKey =
  /^[^"]*(?:[\p{L}_]"\s{0,10}[:：]|"\s{0,10}:\s{0,10}"[^\s"'`,;:)\]}]|"\s{0,10},\s{0,10}"[\p{L}_])/u;

/** It begins with the quote that the keys are written in, with no name of a key, and ends a key in one: a whole text, and the next member. */
const beginsAndEndsKey =
  /^\s*(?:[^\w\s"'{[(]{1,3}"|"(?![\w$.@/-]{1,80}"\s{0,10}[:：](?!\s{0,10},)))[\s\S]*"\s{0,10}[:：]/;

/**
 * True if a text in other quotes took in a member: in code spans wherever one stands; behind a key in quotes of another kind where its own brackets and
 * quotes do not pair, and no less behind a key without quotes. In Python all quotes of an object are of one kind, and its texts may hold whatever they like.
 */
export function holdsMember(raw: string, { place, quote, keyQuote, mayFollow }: QuoteContext): boolean {
  if (quote === "`") return holdsPair(raw) || endsKey.test(raw) || /^\s*,\s*"/.test(raw);
  if (place !== "object" || keyQuote === quote) return false;
  const pairs = isWhole(raw) && isWhole(raw.replaceAll('"', ""));
  if (keyQuote === undefined)
    return raw.includes('"') && (!pairs || endsKey.test(raw) || beginsAndEndsKey.test(raw));
  return (
    endsKey.test(raw) ||
    (keyQuote === '"' && beginsAndEndsKey.test(raw)) ||
    (!pairs && (openMember.test(raw) || holdsPair(raw) || holdsKey(raw, mayFollow)))
  );
}

function withoutObjects(raw: string): string {
  let rest = raw;
  for (let depth = 0; depth < maximumNesting && rest.includes("}"); depth += 1) {
    const outer = rest.replace(wholeObject, "");
    if (outer === rest) break;
    rest = outer;
  }
  return rest;
}
