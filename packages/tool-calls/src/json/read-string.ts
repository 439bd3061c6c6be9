import { skipBlanks, skipComments, structural } from "./blanks.ts";

/** Where a string stands; it decides what may follow its closing quote. */
export type StringPlace = "key" | "object" | "assigned" | "array" | "call" | "top";

/** What is known about a string before its end is: its place, how deep that is, and which keys may follow it (`undefined`: nobody knows). */
export type StringContext = {
  place: StringPlace;
  depth: number;
  mayFollow: (name: string) => boolean | undefined;
};

/** A string as read: `ended` is false if the input ran out inside it, `supplied` true if its closing quote was missing. */
export type StringReading = { value: string; end: number; ended: boolean; supplied?: true };

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
const unicodeEscape = /u([0-9a-fA-F]{4})/y;

/** What opens and closes a text, in whatever script. */
export const looseQuotes = "\"'“”„‘’`´«»＂＇";
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
const drivePath = /^[A-Za-z]:\\(?!\\)[^\n]*$/;
const letter = /\p{L}/u;

const keyAhead = /["'“”‘’`«»＂＇]([^"'“”‘’`«»＂＇\n\\]{0,120})["'”’`«»＂＇]\s{0,40}[:：]/y;
const partialKeyAhead = /["'“”][^"'“”\n\\]{0,120}(?:["'“”]\s{0,40})?$/y;
const bareKeyAhead = /(?:[A-Za-z_$][\w$-]{0,80}["']?\s{0,40}(?:[:：]|=>)|\d{1,15}\s{0,40}[:：])/y;
const argumentAhead = /["']?[\p{L}_][\p{L}\p{M}\p{N}_-]{0,80}["']?\s{0,40}=(?!=)/uy;
/** A key that lost its closing quote, or its colon. */
const tornKeyAhead =
  /["'“]([A-Za-z_$][\w$-]{0,80})(?:\s{0,40}[:：]|["'”]\s{0,40}(?:["'“{[]|-?\d|true|false|null))/y;
const markAhead = /<[|｜/\w]|```|\[\/?[A-Z]{3}/y;
/** What a value begins with: tells a forgotten colon from a quote inside a key. */
const valueAhead = /["'“](?!\s{0,40}[:：,}])|[{[｛［]|-?\d|(?:true|false|null|True|False|None)(?![\w"'])/y;
/** A quote behind closers that more closers follow: the closers belonged to JSON inside the string. */
const laterClose = /"\s{0,40}[}\]]/y;

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

/** Decodes the escape at `index`; one that JSON does not know stands for itself, backslash and all. */
function readEscape(
  text: string,
  index: number,
  quote: string,
): { value: string; end: number; known: boolean } {
  const char = text[index + 1] ?? "";
  const simple = Object.hasOwn(simpleEscapes, char) ? simpleEscapes[char] : undefined;
  if (simple !== undefined) return { value: simple, end: index + 2, known: true };
  const code = at(unicodeEscape, text, index + 1)?.[1];
  if (code !== undefined)
    return { value: String.fromCharCode(Number.parseInt(code, 16)), end: index + 6, known: true };
  if (char === quote || char === "'") return { value: char, end: index + 2, known: char === quote };
  return { value: `\\${char}`, end: index + 2, known: false };
}

/** Reads a JSON string strictly; `undefined` if it is not one. */
export function readStrictString(text: string, from: number, limit: number): StringReading | undefined {
  let value = "";
  let kept = from + 1;
  for (let index = kept; index < limit; ) {
    const code = text.charCodeAt(index);
    if (code === 34) return { value: value + text.slice(kept, index), end: index + 1, ended: true };
    if (code < 32) return undefined;
    if (code !== 92) {
      index += 1;
      continue;
    }
    const decoded = readEscape(text, index, '"');
    if (!decoded.known || decoded.end > limit) return undefined;
    value += text.slice(kept, index) + decoded.value;
    index = decoded.end;
    kept = index;
  }
  return undefined;
}

/** True if what stands behind a comma at `next` is the next member or item. */
function goesOn(text: string, next: number, { place, mayFollow }: StringContext): boolean {
  const char = structural(text[next] ?? "");
  if (place === "call") return char === ")" || at(argumentAhead, text, next) !== undefined;
  if (place === "array") return /["'“„‘«`[{\]),\-tfnTFN\d]/.test(char);
  if (/[}/#,]/.test(char) || at(keyAhead, text, next) || at(partialKeyAhead, text, next)) return true;
  if (at(place === "assigned" ? argumentAhead : bareKeyAhead, text, next)) return true;
  const torn = at(tornKeyAhead, text, next)?.[1];
  return torn !== undefined && mayFollow(torn) !== false;
}

/** True if the closing brackets at `from` close all that is open, or the text goes on behind them as the object around it would. */
function closersEnd(text: string, from: number, limit: number, { depth }: StringContext): boolean {
  let index = from;
  let closers = 0;
  for (; index < limit && /[}\])]/.test(structural(text[index] ?? "")); closers += 1)
    index = skipBlanks(text, index + 1, limit);
  if (index >= limit) return true;
  if (closers >= depth) return !at(laterClose, text, index);
  return (
    /[,;{]/.test(structural(text[index] ?? "")) ||
    at(keyAhead, text, index) !== undefined ||
    at(markAhead, text, index) !== undefined
  );
}

/** True if the quote before `after` closes its string, judged by what follows; otherwise it is part of the text. */
function closesString(text: string, after: number, limit: number, context: StringContext): boolean {
  const { place, mayFollow } = context;
  const next = skipComments(text, after, limit);
  // With all the rest as comment it is more likely text, and so is what another text follows.
  if (next >= limit) return !/^(?:\/[/*]|#)/.test(text.slice(after, after + 2));
  const char = structural(text[next] ?? "");
  if (place === "key") return char === ":" || char === "=" || !!at(valueAhead, text, next);
  if (char === ")" && place !== "call" && place !== "array") return false;
  if (/[}\])]/.test(char)) return closersEnd(text, next, limit, context);
  if (char === "," || (char === ";" && place !== "call")) {
    const behind = skipBlanks(text, next + 1, limit);
    return behind >= limit || goesOn(text, behind, context);
  }
  if (place === "top" || at(markAhead, text, next)) return true;
  if (/^\s{0,40}\+\s{0,40}["']/.test(text.slice(after, after + 90))) return true;
  const key = place === "object" ? at(keyAhead, text, next)?.[1] : undefined;
  if (key !== undefined) return next > after || mayFollow(key) !== false;
  return next > after && /["']/.test(char) && (place === "array" || place === "call");
}

/** Behind a quote that does not close: what tells that it was no part of a text, a value of a pair, a text behind a comment or one that touches. */
const twoTexts = /\s{0,40}(?:[:：]\s{0,40}(?:["“{[]|-?\d)|\/\*[^*"]{0,200}\*\/\s{0,40}["“])/y;

const member = /["“]([^"“”\n]{1,80})["”]\s{0,40}[:：](\s{0,40}(?:\\?["{[]|-?\d|true|false|null))?/g;
/** Its quotes pair, and it is more than a text. */
const wholeObject = /\{(?!\s*(?:['`]|"[^"{}]*"\s*\}))(?:[^{}"]|"[^"{}]*")*\}/g;

/** True if a text whose quotes nobody escaped holds a member outside of whole objects, or closes a bracket that it did not open: it took in more than its own. */
function holdsMember(raw: string, { mayFollow }: StringContext): boolean {
  let rest = raw;
  for (let depth = 0; depth < 8 && rest.includes("}"); depth += 1) rest = rest.replace(wholeObject, "");
  const held = [...rest.matchAll(member)].some(([, name = "", value]) => value || mayFollow(name) === true);
  return held || /["”]\s{0,10}[}\]]\s{0,10}[,}\]]/.test(rest);
}

/** A key that opens at the quote at `index`, behind a comma and inside a string that was never closed: where that string ends. */
function lostBefore(
  text: string,
  from: number,
  index: number,
  { mayFollow }: StringContext,
): number | undefined {
  const comma = /[,，]\s{0,40}$/.exec(text.slice(Math.max(from, index - 41), index));
  const key = comma ? at(keyAhead, text, index) : undefined;
  if (!comma || key?.[1] === undefined || mayFollow(key[1]) === false) return undefined;
  // A number behind it may have been cut, unless another key follows.
  const value = text.slice(index + key[0].length, index + key[0].length + 90);
  if (!/^\s{0,40}(?:["“]|(?:-?\d{1,20}|true|false|null)\s{0,10},\s{0,10}["“])/.test(value)) return undefined;
  return index - comma[0].length;
}

/**
 * Reads a string as models write them: other quotes, raw line breaks, unescaped quotes in pairs, unknown escapes, its last quote lost before a key that may
 * follow. `undefined` if two readings make sense.
 */
export function readLooseString(
  text: string,
  from: number,
  limit: number,
  context: StringContext,
): StringReading | undefined {
  const { place } = context;
  const quote = text[from] ?? '"';
  const tripled = quote.repeat(3);
  if (/["']/.test(quote) && text.startsWith(tripled, from)) {
    const found = text.indexOf(tripled, from + 3);
    const ended = found >= 0 && found + 3 <= limit;
    return { value: text.slice(from + 3, ended ? found : limit), end: ended ? found + 3 : limit, ended };
  }
  const special = new RegExp(`[\\\\${closersOf[quote] ?? quote}]`, "g");
  let value = "";
  let kept = from + 1;
  let unknownEscapes = 0;
  let inner = 0;
  for (let index = kept; index < limit; ) {
    special.lastIndex = index;
    if (!special.test(text) || special.lastIndex > limit) break;
    index = special.lastIndex - 1;
    const char = text[index] ?? "";
    if (char === "\\") {
      const decoded = readEscape(text, index, quote);
      if (decoded.end > limit) break;
      if (!decoded.known) unknownEscapes += 1;
      value += text.slice(kept, index) + decoded.value;
      index = decoded.end;
      kept = index;
    } else if (closesString(text, index + 1, limit, context)) {
      const raw = text.slice(from + 1, index);
      const listEnds =
        place === "object" && structural(text[skipBlanks(text, index + 1, limit)] ?? "") === "]";
      if (inner % 2 === 1 || (inner > 0 && (listEnds || holdsMember(raw, context)))) return undefined;
      const asPath = unknownEscapes > 0 && drivePath.test(raw);
      const whole = asPath ? raw.replaceAll("\\\\", "\\") : value + text.slice(kept, index);
      return { value: whole, end: index + 1, ended: index + 1 < limit || inner === 0 };
    } else if (
      inner % 2 === 0 &&
      (place === "object" || place === "array") &&
      (at(twoTexts, text, index + 1) || (place === "array" && index > from + 1 && text[index + 1] === quote))
    ) {
      return undefined;
    } else {
      const apostrophe =
        /['’]/.test(char) && letter.test(text[index - 1] ?? "") && letter.test(text[index + 1] ?? "");
      const end = place === "object" && inner === 0 ? lostBefore(text, from + 1, index, context) : undefined;
      if (end !== undefined && end >= kept)
        return { value: value + text.slice(kept, end), end, ended: true, supplied: true };
      if (!apostrophe) inner += 1;
      index += 1;
    }
  }
  return { value: value + text.slice(kept, limit), end: limit, ended: false };
}
