import { skipBlanks } from "./blanks.ts";
import type { QuoteContext } from "./closing-quote.ts";

/** A key inside a string whose closing quote was lost: its name, and where the string then ends. */
export type LostQuote = {
  name: string;
  /** Where reading goes on: at the comma before the key. */
  end: number;
  /** How many characters before the quote at hand no longer belong to the string. */
  back: number;
};

/** `"key":` behind a comma: the quote at hand opens it, and the string before it was never closed. */
const wholeKey = /["“]([A-Za-z_$][\w$-]{0,80})["”]\s{0,40}[:：]/y;
/** `, key":` behind a quote: that one closes the string, and the key was never opened. */
const halfKey = /["”]\s{0,40}[,，]\s{0,40}([A-Za-z_$][\w$-]{0,80})["”]\s{0,40}[:：]/y;
const commaBehind = /[,，]\s{0,40}$/;
const pairAhead = /\s{0,40}[:：]\s{0,40}(?:["“{[]|-?\d)/y;

/** What follows a quote, blanks passed over; most quotes can be told by it at once. */
function markBehind(text: string, quote: number): string {
  return text[skipBlanks(text, quote + 1, quote + 42)] ?? "";
}

/** The key that the quote at `index`, inside the string from `at`, would open or stand before. */
export function lostQuoteAt(text: string, index: number, at: number): LostQuote | undefined {
  const mark = markBehind(text, index);
  if (mark === "," || mark === "，") {
    halfKey.lastIndex = index;
    const half = halfKey.exec(text)?.[1];
    return half === undefined ? undefined : { name: half, end: index + 1, back: 0 };
  }
  const before = text.slice(Math.max(at + 1, index - 41), index).trimEnd();
  if (!before.endsWith(",") && !before.endsWith("，")) return undefined;
  wholeKey.lastIndex = index;
  const name = wholeKey.exec(text)?.[1];
  const back = commaBehind.exec(text.slice(Math.max(at + 1, index - 41), index))?.[0].length;
  return name === undefined || back === undefined ? undefined : { name, end: index - back, back };
}

/** True if a colon and a value follow the quote at `index`: it closed a key, and the string was none. */
export function isPairAhead(text: string, index: number): boolean {
  const mark = markBehind(text, index);
  if (mark !== ":" && mark !== "：") return false;
  pairAhead.lastIndex = index + 1;
  return pairAhead.test(text);
}

/** True if a key that may follow stands right behind the quote at `index`, without a comma or blank before it. */
export function followsAtOnce(text: string, index: number, mayFollow: QuoteContext["mayFollow"]): boolean {
  const next = text[index + 1];
  if (next !== '"' && next !== "“") return false;
  wholeKey.lastIndex = index + 1;
  const name = wholeKey.exec(text)?.[1];
  return name !== undefined && mayFollow(name) !== false;
}

/** True if a list ends behind the quote at `index`: inside it, a value with quotes was more than one. */
export function listEnds(text: string, index: number): boolean {
  const mark = markBehind(text, index);
  return mark === "]" || mark === "］";
}

/** True if no comma, bracket or end follows the quote at `index`, but markup: a value with quotes in it ends nowhere. */
export function isBrokenOff(text: string, index: number): boolean {
  const mark = markBehind(text, index);
  return mark === "<" || mark === "`";
}

const argumentAhead = /\s{0,40},\s{0,40}[\p{L}_][\p{L}\p{N}_]{0,80}\s{0,40}[:=]/uy;

/** True if what may be the next argument of a Python call, its mark damaged, stands behind the quote at `index`. */
export function isArgumentAhead(text: string, index: number): boolean {
  argumentAhead.lastIndex = index + 1;
  return argumentAhead.test(text);
}

const commentAhead = /\s{0,40}\/\*[^*"]{0,200}\*\/\s{0,40}["“]/y;

/** True if a whole comment and then a quote follow the one at `index`. */
export function isTextBehindComment(text: string, index: number): boolean {
  if (markBehind(text, index) !== "/") return false;
  commentAhead.lastIndex = index + 1;
  return commentAhead.test(text);
}

const wordBehind = /[\p{L}\p{N}=:{]/u;

/** True if the quote at `index` would open an inner text in the middle of a word, or as the value of another argument. */
export function opensInWord(text: string, index: number): boolean {
  return wordBehind.test(text[index - 1] ?? "");
}

/** A word as it stands before a quotation: the letters by which Python says how to read a text, or an option of a command, as in `-m"…"`. */
const wordBeforeQuote = /(?:^|[^\p{L}\p{N}])(?:[rRbBfFuU]{1,2}|-{1,2}[\w-]{1,40})$/u;

/** Letters of scripts that part their words with blanks. */
const partedLetter = /[\d\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** True if the quote at `index` opens a quotation in the middle of a word. */
export function opensBehindWord(text: string, index: number): boolean {
  if (!partedLetter.test(text[index - 1] ?? "")) return false;
  return (
    !/[\p{L}\p{N}$./]/u.test(text[index + 1] ?? "") ||
    !wordBeforeQuote.test(text.slice(Math.max(0, index - 44), index))
  );
}

const openerBehind = /(?:[=:,{([]\s{0,40}|[,"]\s{0,10}"[\w-]{1,40}":")$/;

/**
 * True if the quote at `index`, the last one inside the string from `at`, opens a string itself: it stands behind a mark. What closes the outer
 * string closes that one, so the outer one ended before, where it cannot be told.
 */
export function opensString(text: string, index: number, at: number): boolean {
  return openerBehind.test(text.slice(Math.max(at + 1, index - 41), index));
}

const pairBehind = /(?::\s{0,40}(?:-?\d[\d.]{0,20}|true|false|null)|\d)$/;

/** True if a text without its closing quote ends as a member of the object would: its own end is not the one that was found. */
export function endsInPair(value: string): boolean {
  return pairBehind.test(value.slice(-120));
}

const lastWord = /([A-Za-z_$][\w$-]{0,80})[^\w\s]{0,2}$/;
/** No name of a key is told by fewer letters. */
const leastName = 3;

/** True if a text without its closing quote ends in the name of a key that may follow, a sign or two behind it: it took in the member's beginning. */
export function endsInName(value: string, mayFollow: QuoteContext["mayFollow"]): boolean {
  const word = lastWord.exec(value.slice(-90))?.[1] ?? "";
  for (let from = 0; from + leastName <= word.length; from += 1)
    if (mayFollow(word.slice(from)) === true) return true;
  return false;
}

const lastName = /(?:^|[^\w$-])([A-Za-z_$][\w$-]{0,80})["'“”]$/;

/**
 * True if the text from `from` to `end` ends in the name of another key that may follow, and its line breaks are not escaped or only a comma is left behind
 * it: that one's quote may have closed it.
 */
export function endsInKey(
  text: string,
  from: number,
  end: number,
  mayFollow: QuoteContext["mayFollow"],
): boolean {
  const name = lastName.exec(text.slice(Math.max(from, end - 100), end))?.[1];
  if (name === undefined || mayFollow(name) !== true) return false;
  return text.slice(from, end).trim().includes("\n") || /^\s*[,，]\s*$/.test(text.slice(end, end + 40));
}

/**
 * A name in quotes behind a comma, one with its closing quote and a colon, and one in quotes that no blank or stop follows, or that stand directly behind
 * a word: a quotation begins behind a blank or a mark, or a letter by which Python says how to read a text.
 */
const nameInside =
  /[,，]\s{0,10}["“]([A-Za-z_$][\w$-]{0,80})\\?["”]|(?<![\w$-])([A-Za-z_$][\w$-]{0,80})\\?["'”]\s{0,10}[:：]|["“]([A-Za-z_$][\w$-]{0,80})["”](?=[^\s.,;:!?)\]}"'”])|(?<=[\p{L}\p{N}])(?<!(?:^|[^\p{L}\p{N}])[rRfFbBuU]{1,2})["“]([A-Za-z_$][\w$-]{0,80})["”]/gu;
/**
 * A quote, a separator, a bracket or a line break, and a name with its closing quote only: a member, its own opening quote lost, whatever it is called. Where a colon
 * follows, the name may be any signs.
 */
const halfMember =
  /["”](?:\s{0,10}[,，:：;；}\]]|[ \t]{0,10}\n)\s{0,10}[A-Za-z_$][\w$-]{0,80}["”]|["”]\s{0,10}[,，]\s{0,10}["”]{0,2}[^"”\n]{1,60}["”]\s{0,10}[:：]/;

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
const wholeObject = /\{(?!\s*['`])[^{}]*\}/g;
/** No object inside a text that nobody escaped is nested deeper. */
const maximumNesting = 8;

/** True if a text whose quotes nobody escaped holds a member outside of whole objects: it took in more than its own. */
export function holdsPair(raw: string): boolean {
  if (halfEscaped.test(raw)) return true;
  return innerPair.test(raw) && innerPair.test(withoutObjects(raw));
}

/** A key whose quote is escaped, and a value whose is not, or the other way round. */
const halfEscaped = /\\"\s{0,10}:\s{0,10}"|[^\\]"\s{0,10}:\s{0,10}\\"/;

function withoutObjects(raw: string): string {
  let rest = raw;
  for (let depth = 0; depth < maximumNesting && rest.includes("}"); depth += 1) {
    const outer = rest.replace(wholeObject, "");
    if (outer === rest) break;
    rest = outer;
  }
  return rest;
}
