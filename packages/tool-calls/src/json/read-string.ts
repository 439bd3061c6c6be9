import { matchAt } from "../match-at.ts";
import { skipBlanks, skipComments, structural } from "./blanks.ts";

/** A string's position, and the number of open brackets there, determine what may follow its closing quote. */
export type StringPlace = "key" | "object" | "assigned" | "array" | "call" | "top";

type StringSite = { text: string; limit: number; place: StringPlace; depth: number };

export type StringReading = { value: string; end: number; ended: boolean };

/** Quotation marks of all scripts. */
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
const keyAhead = /["'“”‘’`«»＂＇][^"'“”‘’`«»＂＇\n\\]{0,120}["'”’`«»＂＇]\s{0,40}[:：]/y;
const partialKeyAhead = /["'“”][^"'“”\n\\]{0,120}(?:["'“”]\s{0,40})?$/y;
const bareKeyAhead = /(?:[A-Za-z_$][\w$-]{0,80}\s{0,40}(?:[:：]|=>)|\d{1,15}\s{0,40}[:：])/y;
const argumentAhead = /["']?[\p{L}_][\p{L}\p{M}\p{N}_-]{0,80}["']?\s{0,40}=(?!=)/uy;
const joinAhead = /\s{0,40}\+\s{0,40}["']/y;
const markAhead = /<[|｜/\w]|```|\[\/?[A-Z]{3}/y;
/** Patterns that no text with inner quotes may contain: a pair, two texts around a comment, brackets closed after a text. */
const member = /["”]\s{0,40}(?:[:：]|\/\*[^*"]{0,200}\*\/\s{0,40}["“]|[}\]]\s{0,10}[,}\]])/;
const strictString = /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y;

export function readStrictString(text: string, from: number, limit: number): StringReading | undefined {
  const [written] = matchAt(strictString, text, from) ?? [];
  if (written === undefined || from + written.length > limit) return undefined;
  try {
    return { value: JSON.parse(written), end: from + written.length, ended: true };
  } catch {
    // expected: a raw line break or an invalid escape
    return undefined;
  }
}

/** Whether the text after a comma at `next` is the next member or item. */
function goesOn(text: string, next: number, place: StringPlace): boolean {
  const char = structural(text[next] ?? "");
  if (place === "call") return char === ")" || !!matchAt(argumentAhead, text, next);
  if (place === "array") return /["'“„‘«`[{\]),\-tfnTFN\d]/.test(char);
  const bare = place === "assigned" ? argumentAhead : bareKeyAhead;
  return /[}/#,]/.test(char) || [keyAhead, partialKeyAhead, bare].some((key) => matchAt(key, text, next));
}

/** Whether the closing brackets at `from` close everything open, or the enclosing object continues after them. */
function closersEnd(text: string, from: number, limit: number, depth: number): boolean {
  let index = from;
  let closers = 0;
  for (; index < limit && /[}\])]/.test(structural(text[index] ?? "")); closers += 1)
    index = skipBlanks(text, index + 1, limit);
  if (index >= limit || closers >= depth) return true;
  const isNext = /[,;{]/.test(structural(text[index] ?? ""));
  return isNext || [keyAhead, markAhead].some((ahead) => matchAt(ahead, text, index));
}

/** Whether the quote before `after` closes its string, judged by what follows; otherwise it is part of the text. */
function closesString({ text, limit, place, depth }: StringSite, after: number): boolean {
  const next = skipComments(text, after, limit);
  // If the whole rest were a comment, it is more likely text.
  if (next >= limit) return !/^(?:\/[/*]|#)/.test(text.slice(after, after + 2));
  const char = structural(text[next] ?? "");
  if (place === "key") return char === ":" || char === "=";
  if (/[}\])]/.test(char))
    return (char !== ")" || place === "call" || place === "array") && closersEnd(text, next, limit, depth);
  if (char === "," || (char === ";" && place !== "call")) {
    const behind = skipBlanks(text, next + 1, limit);
    return behind >= limit || goesOn(text, behind, place);
  }
  if (place === "top" || matchAt(markAhead, text, next) || matchAt(joinAhead, text, after)) return true;
  if (place === "object") return !!matchAt(keyAhead, text, next);
  return next > after && /["']/.test(char) && (place === "array" || place === "call");
}

function readTripled(text: string, from: number, limit: number, mark: string): StringReading {
  const found = text.indexOf(mark, from + 3);
  const ended = found >= 0 && found + 3 <= limit;
  return { value: text.slice(from + 3, ended ? found : limit), end: ended ? found + 3 : limit, ended };
}

/** Reads a string with other quotes, raw line breaks, paired unescaped quotes or unknown escapes. `undefined` if it is ambiguous. */
export function readLooseString(from: number, site: StringSite): StringReading | undefined {
  const { text, limit } = site;
  const quote = text[from] ?? '"';
  const tripled = quote.repeat(3);
  if (/["']/.test(quote) && text.startsWith(tripled, from)) return readTripled(text, from, limit, tripled);
  const special = new RegExp(`[\\\\${closersOf[quote] ?? quote}]`, "g");
  let value = "";
  let kept = from + 1;
  let inner = 0;
  for (let index = matchAt(special, text, kept)?.index ?? limit; index < limit; ) {
    const char = text[index] ?? "";
    let next = index + 1;
    if (char === "\\") {
      const [known] = matchAt(knownEscape, text, index) ?? [];
      const escaped = text[next] ?? "";
      next = index + (known?.length ?? 2);
      if (next > limit) break;
      // An unknown escape is kept literally, with its backslash.
      const isQuote = escaped === quote || escaped === "'";
      const meant = known === undefined ? (isQuote ? escaped : `\\${escaped}`) : JSON.parse(`"${known}"`);
      value += text.slice(kept, index) + meant;
      kept = next;
    } else if (closesString(site, next)) {
      const raw = text.slice(from + 1, index);
      if (inner % 2 === 1 || (inner > 0 && member.test(raw))) return undefined;
      return { value: value + text.slice(kept, index), end: next, ended: next < limit || inner === 0 };
    } else if (!/^\p{L}['’]\p{L}$/u.test(text.slice(index - 1, index + 2))) inner += 1;
    index = matchAt(special, text, next)?.index ?? limit;
  }
  return { value: value + text.slice(kept, limit), end: limit, ended: false };
}
