import { closesString, type QuoteContext } from "./closing-quote.ts";
import { closesEarly, closesTwo, closesUnopened, holdsKey, holdsMember, holdsPair } from "./held-member.ts";
import {
  endsInName,
  endsInPair,
  followsAtOnce,
  isArgumentAhead,
  isBrokenOff,
  isPairAhead,
  isTextBehindComment,
  type LostQuote,
  listEnds,
  lostQuoteAt,
  opensBehindWord,
  opensInWord,
  opensString,
} from "./lost-quote.ts";

/** A string as read: `ended` is false if the input ran out inside it. `read`: how far it was looked at, if further than `end`. */
export type StringReading = { value: string; end: number; ended: boolean; read?: number };

/** Where a string stands, and which members may follow it. */
export type StringContext = Omit<QuoteContext, "innerQuotes" | "quote">;

/** What Python writes before a string to say how it is to be read. */
export const stringPrefix = /[rRfFbBuU]{1,2}(?=["'])/y;

const simpleEscapes: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const drivePath = /^[A-Za-z]:\\(?!\\)[^\n]*$/;
const closersOf: Record<string, string> = {
  "“": '”“"',
  "”": '”“"',
  "„": '”“"',
  "‘": "’‘'",
  "’": "’‘'",
  "`": "`´",
  "´": "´`",
  "«": "»",
  "»": "«»",
};
const letter = /\p{L}/u;

const specials = new Map<string, RegExp>();

/** Matches what ends a string or begins an escape in it. */
function specialOf(closers: string): RegExp {
  const known = specials.get(closers) ?? new RegExp(`[\\\\${closers}]`, "g");
  specials.set(closers, known);
  return known;
}

function hex(text: string, at: number, digits: number): number | undefined {
  const slice = text.slice(at, at + digits);
  return slice.length === digits && /^[0-9a-fA-F]+$/.test(slice) ? Number.parseInt(slice, 16) : undefined;
}

/** Decodes the escape at `at`; one that JSON does not know stands for itself, backslash and all. */
function readEscape(text: string, at: number, quote: string): { value: string; end: number; known: boolean } {
  const char = text[at + 1] ?? "";
  const simple = Object.hasOwn(simpleEscapes, char) ? simpleEscapes[char] : undefined;
  if (simple !== undefined) return { value: simple, end: at + 2, known: true };
  if (char === "u") {
    const code = hex(text, at + 2, 4);
    if (code !== undefined) return { value: String.fromCharCode(code), end: at + 6, known: true };
  }
  if (char === quote || char === "'") return { value: char, end: at + 2, known: char === quote };
  return { value: `\\${char}`, end: at + 2, known: false };
}

/** Reads a JSON string strictly; `undefined` if it is not one. */
export function readStrictString(text: string, at: number, limit: number): StringReading | undefined {
  let value = "";
  let from = at + 1;
  for (let index = from; index < limit; ) {
    const code = text.charCodeAt(index);
    if (code === 34) return { value: value + text.slice(from, index), end: index + 1, ended: true };
    if (code < 32) return undefined;
    if (code !== 92) {
      index += 1;
      continue;
    }
    const decoded = readEscape(text, index, '"');
    if (!decoded.known || decoded.end > limit) return undefined;
    value += text.slice(from, index) + decoded.value;
    index = decoded.end;
    from = index;
  }
  return undefined;
}

function readTripled(text: string, at: number, limit: number, fence: string): StringReading {
  const end = text.indexOf(fence, at + 3);
  const ended = end >= 0 && end + 3 <= limit;
  return {
    value: text.slice(at + 3, ended ? end : limit),
    end: ended ? end + 3 : limit,
    ended,
  };
}

/**
 * Reads a string as models write them: other quotes, raw newlines, unescaped inner quotes, unknown escapes, its last
 * quote lost before the next key. `undefined` if two readings make sense.
 */
export function readLooseString(
  text: string,
  at: number,
  limit: number,
  context: StringContext,
): StringReading | undefined {
  const { place, depth, keyQuote, colonless, mayFollow } = context;
  const quote = text[at] ?? '"';
  // Key by key: a spread costs more than all else that is done for a short string.
  const quotes: QuoteContext = { place, depth, quote, keyQuote, innerQuotes: 0, colonless, mayFollow };
  if ((quote === '"' || quote === "'") && text[at + 1] === quote && text[at + 2] === quote)
    return readTripled(text, at, limit, quote.repeat(3));
  const closers = closersOf[quote] ?? quote;
  let value = "";
  let from = at + 1;
  let unknownEscapes = 0;
  /** `first`: no other quote stood before it. */
  let lost: (LostQuote & { value: string; first: boolean }) | undefined;
  /** The last quote that was taken for text. */
  let inner = at;
  /** True if a letter stands right behind a quote that closes another in the text, or before one that opens it. */
  let glued = false;
  const special = specialOf(closers);
  for (let index = from; index < limit; ) {
    special.lastIndex = index;
    index = special.test(text) ? special.lastIndex - 1 : limit;
    if (index >= limit) break;
    const char = text[index] ?? "";
    if (char === "\\") {
      const decoded = readEscape(text, index, quote);
      if (decoded.end > limit) break;
      if (!decoded.known) unknownEscapes += 1;
      value += text.slice(from, index) + decoded.value;
      index = decoded.end;
      from = index;
    } else if (closesString(text, index + 1, limit, quotes)) {
      const follows = lost && mayFollow(lost.name);
      // Quotes in a text come in pairs: an odd one is the sign that another was lost or doubled.
      const odd = quotes.innerQuotes % 2 === 1;
      if (lost && follows !== false && odd)
        return lost.first &&
          lost.value !== "" &&
          !endsInPair(lost.value) &&
          !endsInName(lost.value, mayFollow) &&
          !text.startsWith('\\"', lost.end - 2)
          ? { value: lost.value, end: lost.end, ended: true, read: index }
          : undefined;
      if (odd || follows || glued) return undefined;
      // `\,"key":` behind a text: the quote opens the key.
      if (place === "object" && text[index - 1] === "," && letter.test(text[index + 1] ?? ""))
        return undefined;
      if (
        quotes.innerQuotes > 0 &&
        (opensString(text, inner, at) || closesTwo(text, at) || holdsPair(text.slice(at + 1, index)))
      )
        return undefined;
      const raw = text.slice(at + 1, index);
      if (quotes.innerQuotes > 0 && place === "object" && (closesEarly(raw) || holdsKey(raw, mayFollow)))
        return undefined;
      if (quotes.innerQuotes > 0 && place === "object" && (listEnds(text, index) || isBrokenOff(text, index)))
        return undefined;
      if (place !== "key" && quote !== '"' && (closesUnopened(raw) || holdsMember(raw, quotes)))
        return undefined;
      const asPath = unknownEscapes > 0 && drivePath.test(raw);
      return {
        value: asPath ? raw.replaceAll("\\\\", "\\") : value + text.slice(from, index),
        end: index + 1,
        ended: !(index + 1 >= limit && quotes.innerQuotes > 0),
      };
    } else if (
      (char === "'" || char === "’") &&
      letter.test(text[index - 1] ?? "") &&
      letter.test(text[index + 1] ?? "")
    ) {
      // An apostrophe.
      index += 1;
    } else {
      if (
        quotes.innerQuotes % 2 === 0 &&
        (place === "object" || place === "array") &&
        isPairAhead(text, index)
      )
        return undefined;
      // A comment and another text behind it: two texts, or quotes and all in one.
      if (place === "object" && quotes.innerQuotes % 2 === 0 && isTextBehindComment(text, index))
        return undefined;
      // `""` between items: a comma was lost, or the quotes were doubled.
      if (place === "array" && quotes.innerQuotes % 2 === 0 && index > at + 1 && text[index + 1] === quote)
        return undefined;
      // `""key":` behind a value: a comma was lost, no quote.
      if (
        place === "object" &&
        !lost &&
        quotes.innerQuotes % 2 === 0 &&
        followsAtOnce(text, index, mayFollow)
      )
        return quotes.innerQuotes > 0 || (quote !== '"' && closesUnopened(text.slice(at + 1, index)))
          ? undefined
          : { value: value + text.slice(from, index), end: index + 1, ended: true };
      const found = place === "object" && !lost ? lostQuoteAt(text, index, at) : undefined;
      // The comma before the key is part of an escape.
      if (found && index - found.back < from) return undefined;
      if (found)
        lost = {
          ...found,
          first: quotes.innerQuotes === 0,
          value: value + text.slice(from, index - found.back),
        };
      if (
        place === "call" &&
        (isArgumentAhead(text, index) || (quotes.innerQuotes % 2 === 0 && opensInWord(text, index)))
      )
        return undefined;
      glued ||= quote === '"' && quotes.innerQuotes % 2 === 1 && letter.test(text[index + 1] ?? "");
      glued ||= place === "object" && quotes.innerQuotes % 2 === 0 && opensBehindWord(text, index);
      quotes.innerQuotes += 1;
      inner = index;
      index += 1;
    }
  }
  return { value: value + text.slice(from, limit), end: limit, ended: false };
}
