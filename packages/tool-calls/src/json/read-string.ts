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
const knownEscape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const drivePath = /^[A-Za-z]:\\(?!\\)[^\n]*$/;

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
/** Behind a quote that does not close: what tells that it was no part of a text, a value of a pair, a text behind a comment or one that touches. */
const twoTexts = /\s{0,40}(?:[:：]\s{0,40}(?:["“{[]|-?\d)|\/\*[^*"]{0,200}\*\/\s{0,40}["“])/y;
const member = /["“]([^"“”\n]{1,80})["”]\s{0,40}[:：](\s{0,40}(?:\\?["{[]|-?\d|true|false|null))?/g;
/** Its quotes pair, and it is more than a text. */
const wholeObject = /\{(?!\s*(?:['`]|"[^"{}]*"\s*\}))(?:[^{}"]|"[^"{}]*")*\}/g;
const strictString = /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y;

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text) ?? undefined;
}

/** Reads a JSON string strictly; `undefined` if it is not one. */
export function readStrictString(text: string, from: number, limit: number): StringReading | undefined {
  const [written] = at(strictString, text, from) ?? [];
  if (written === undefined || from + written.length > limit) return undefined;
  try {
    return { value: JSON.parse(written), end: from + written.length, ended: true };
  } catch {
    // expected: a raw line break, an escape that JSON does not know
    return undefined;
  }
}

/** True if what stands behind a comma at `next` is the next member or item. */
function goesOn(text: string, next: number, { place, mayFollow }: StringContext): boolean {
  const char = structural(text[next] ?? "");
  if (place === "call") return char === ")" || at(argumentAhead, text, next) !== undefined;
  if (place === "array") return /["'“„‘«`[{\]),\-tfnTFN\d]/.test(char);
  const bare = place === "assigned" ? argumentAhead : bareKeyAhead;
  if (/[}/#,]/.test(char) || [keyAhead, partialKeyAhead, bare].some((key) => at(key, text, next)))
    return true;
  const torn = at(tornKeyAhead, text, next)?.[1];
  return torn !== undefined && mayFollow(torn) !== false;
}

/** True if the closing brackets at `from` close all that is open, or the text goes on behind them as the object around it would. */
function closersEnd(text: string, from: number, limit: number, depth: number): boolean {
  let index = from;
  let closers = 0;
  for (; index < limit && /[}\])]/.test(structural(text[index] ?? "")); closers += 1)
    index = skipBlanks(text, index + 1, limit);
  if (index >= limit) return true;
  if (closers >= depth) return !at(laterClose, text, index);
  return (
    /[,;{]/.test(structural(text[index] ?? "")) || [keyAhead, markAhead].some((one) => at(one, text, index))
  );
}

/** True if the quote before `after` closes its string, judged by what follows; otherwise it is part of the text. */
function closesString(text: string, after: number, limit: number, context: StringContext): boolean {
  const { place, depth, mayFollow } = context;
  const next = skipComments(text, after, limit);
  // With all the rest as comment it is more likely text, and so is what another text follows.
  if (next >= limit) return !/^(?:\/[/*]|#)/.test(text.slice(after, after + 2));
  const char = structural(text[next] ?? "");
  if (place === "key") return char === ":" || char === "=" || !!at(valueAhead, text, next);
  if (/[}\])]/.test(char))
    return (char !== ")" || place === "call" || place === "array") && closersEnd(text, next, limit, depth);
  if (char === "," || (char === ";" && place !== "call")) {
    const behind = skipBlanks(text, next + 1, limit);
    return behind >= limit || goesOn(text, behind, context);
  }
  if (
    place === "top" ||
    at(markAhead, text, next) ||
    /^\s{0,40}\+\s{0,40}["']/.test(text.slice(after, after + 90))
  )
    return true;
  const key = place === "object" ? at(keyAhead, text, next)?.[1] : undefined;
  if (key !== undefined) return next > after || mayFollow(key) !== false;
  return next > after && /["']/.test(char) && (place === "array" || place === "call");
}

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
  const [comma] = /[,，]\s{0,40}$/.exec(text.slice(Math.max(from, index - 41), index)) ?? [];
  const [key, name] = (comma !== undefined && at(keyAhead, text, index)) || [];
  if (comma === undefined || key === undefined || name === undefined || mayFollow(name) === false)
    return undefined;
  // A number behind it may have been cut, unless another key follows.
  const value = text.slice(index + key.length, index + key.length + 90);
  const isValue = /^\s{0,40}(?:["“]|(?:-?\d{1,20}|true|false|null)\s{0,10},\s{0,10}["“])/.test(value);
  return isValue ? index - comma.length : undefined;
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
  let isPath = false;
  let inner = 0;
  for (let index = at(special, text, kept)?.index ?? limit; index < limit; ) {
    const char = text[index] ?? "";
    let next = index + 1;
    if (char === "\\") {
      const [known] = at(knownEscape, text, index) ?? [];
      const escaped = text[next] ?? "";
      next = index + (known?.length ?? 2);
      if (next > limit) break;
      // One that JSON does not know stands for itself, backslash and all.
      const isQuote = escaped === quote || escaped === "'";
      if (known === undefined && escaped !== quote && escaped !== "'") isPath = true;
      const meant = known === undefined ? (isQuote ? escaped : `\\${escaped}`) : JSON.parse(`"${known}"`);
      value += text.slice(kept, index) + meant;
      kept = next;
    } else if (closesString(text, next, limit, context)) {
      const raw = text.slice(from + 1, index);
      const listEnds = place === "object" && structural(text[skipBlanks(text, next, limit)] ?? "") === "]";
      if (inner % 2 === 1 || (inner > 0 && (listEnds || holdsMember(raw, context)))) return undefined;
      const whole =
        isPath && drivePath.test(raw) ? raw.replaceAll("\\\\", "\\") : value + text.slice(kept, index);
      return { value: whole, end: next, ended: next < limit || inner === 0 };
    } else {
      const touches = place === "array" && index > from + 1 && text[next] === quote;
      const isInside = inner % 2 === 0 && (place === "object" || place === "array");
      if (isInside && (touches || at(twoTexts, text, next))) return undefined;
      const end = place === "object" && inner === 0 ? lostBefore(text, from + 1, index, context) : undefined;
      if (end !== undefined && end >= kept)
        return { value: value + text.slice(kept, end), end, ended: true, supplied: true };
      const isApostrophe = /^\p{L}['’]\p{L}$/u.test(text.slice(index - 1, index + 2));
      if (!isApostrophe) inner += 1;
    }
    index = at(special, text, next)?.index ?? limit;
  }
  return { value: value + text.slice(kept, limit), end: limit, ended: false };
}
