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
