import { skipBlanks, skipComments } from "./blanks.ts";
import { structural } from "./structural.ts";

/** Where a string stands; it decides what may follow its closing quote. */
export type StringPlace = "key" | "object" | "assigned" | "array" | "call" | "top";

/** What is known about a string before its end is: its place, how deep that is, and what was inside so far. */
export type QuoteContext = {
  place: StringPlace;
  depth: number;
  /** The one it was opened with. */
  quote: string;
  /** The one that the key before it was opened with, if it was. */
  keyQuote?: string | undefined;
  innerQuotes: number;
  /** True if the object at hand has no colons: then a key is told by the value behind it. */
  colonless: boolean;
  /** Whether a name could be the next key of the object at hand; `undefined` where no schema says so. */
  mayFollow: (name: string) => boolean | undefined;
};

const keyAhead = /["'“”＂][^"'“”＂\n\\]{0,120}["'“”＂]\s{0,40}[:：]/y;
/** The same where strings are quoted as in other scripts: there a plain quote opens none. */
const foreignKeyAhead = /["'“”„‘’`´«»＂＇][^"'“”„‘’`´«»＂＇\n\\]{0,120}["'“”‘’`´«»＂＇]\s{0,40}[:：]/y;
const partialKeyAhead = /["'“”][^"'“”\n\\]{0,120}(?:["'“”]\s{0,40})?$/y;
const bareKeyAhead = /[A-Za-z_$][\w$-]{0,80}\s{0,40}(?:[:：]|=>)/y;
const numberKeyAhead = /\d{1,15}\s{0,40}[:：]\s{0,40}["'“{[\dtfnTFN-]/y;
const argumentAhead = /[\p{L}_][\p{L}\p{M}\p{N}_]{0,80}\s{0,40}=(?!=)/uy;
const assignmentAhead = /["']?[A-Za-z_$][\w$-]{0,80}["']?\s{0,40}=(?!=)/y;
const markupAhead =
  /<[|｜/]|<\/?(?:tool|function|arg|param|invoke|minimax|seed|longcat|end_|eos|escape)|```|\[\/|\[END_|\[TOOL/y;

const colonlessKeyAhead = /["'“]([\w$ -]{1,80})["'”]\s{0,40}(?:["'“{[]|-?\d|true|false|null)/y;
/** A key that lost its closing quote. */
const unclosedKeyAhead = /["'“]([A-Za-z_$][\w$-]{0,80})\s{0,40}[:：]\s{0,40}["“]/y;
/** What a value begins with: tells a forgotten colon from a quote inside a key. */
const valueAhead = /["'“](?!\s{0,40}[:：,}])|[{[｛［]|-?\d|(?:true|false|null|True|False|None)(?![\w"'])/y;

/** A quote behind closers that more closers follow: the closers belonged to JSON inside the string. */
const laterClose = /"\s{0,40}[}\]]/y;

/** A key and its value without the colon between them, where the object has none or the schema knows the key. */
function pairWithoutColon(text: string, at: number, { colonless, mayFollow }: QuoteContext): boolean {
  colonlessKeyAhead.lastIndex = at;
  const name = colonlessKeyAhead.exec(text)?.[1];
  return name !== undefined && (colonless || mayFollow(name) === true);
}

function isUnclosedKey(text: string, at: number, { mayFollow }: QuoteContext): boolean {
  unclosedKeyAhead.lastIndex = at;
  const name = unclosedKeyAhead.exec(text)?.[1];
  return name !== undefined && mayFollow(name) === true;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** True if a quoted key stands at `at`, in quotes of the kind that `quote` is of. */
export function quotedKeyFollows(text: string, at: number, quote = '"'): boolean {
  return matchesAt(`"'“”`.includes(quote) ? keyAhead : foreignKeyAhead, text, at);
}

function closersEnd(text: string, at: number, limit: number, { depth, quote }: QuoteContext): boolean {
  let index = at;
  let closers = 0;
  while (index < limit) {
    const char = structural(text[index] ?? "");
    if (char === "}" || char === "]" || char === ")") closers += 1;
    else break;
    index = skipBlanks(text, index + 1, limit);
  }
  if (index >= limit) return true;
  if (closers >= depth) return !matchesAt(laterClose, text, index);
  const next = structural(text[index] ?? "");
  return (
    quotedKeyFollows(text, index, quote) ||
    next === "," ||
    next === ";" ||
    next === "{" ||
    matchesAt(markupAhead, text, index)
  );
}

function commaEnds(text: string, at: number, limit: number, context: QuoteContext): boolean {
  const { place } = context;
  const next = skipBlanks(text, at + 1, limit);
  if (next >= limit) return true;
  const char = structural(text[next] ?? "");
  if (place === "object") {
    return (
      char === "}" ||
      char === "/" ||
      char === "#" ||
      char === "," ||
      quotedKeyFollows(text, next, context.quote) ||
      matchesAt(partialKeyAhead, text, next) ||
      matchesAt(bareKeyAhead, text, next) ||
      matchesAt(numberKeyAhead, text, next) ||
      pairWithoutColon(text, next, context) ||
      isUnclosedKey(text, next, context)
    );
  }
  if (place === "assigned")
    return char === "}" || matchesAt(assignmentAhead, text, next) || matchesAt(keyAhead, text, next);
  if (place === "call") return char === ")" || matchesAt(argumentAhead, text, next);
  return `"'“„‘«\`[{]),-tfnTFN`.includes(char) || (char >= "0" && char <= "9");
}

/** True if a comment stands at `next` and what follows it would end the string too. */
function closesBeforeComment(
  text: string,
  next: number,
  limit: number,
  context: QuoteContext,
  spaced: boolean,
): boolean {
  const { place } = context;
  const end = skipComments(text, next, limit);
  // At the quote, and with all the rest as comment, it is more likely text: `"a"//b`.
  if (end >= limit) return spaced;
  const char = structural(text[end] ?? "");
  if (char === ",") return commaEnds(text, end, limit, context);
  if (char === "}" || char === "]" || char === ")") return closersEnd(text, end, limit, context);
  return place === "object" ? matchesAt(keyAhead, text, end) : place === "array" && char === '"';
}

/** True if the quote before `after` closes its string, judged by what follows; otherwise it is part of the text. */
export function closesString(text: string, after: number, limit: number, context: QuoteContext): boolean {
  const { place, innerQuotes } = context;
  const next = skipBlanks(text, after, limit);
  if (next >= limit) return true;
  const char = structural(text[next] ?? "");
  if (place === "key") {
    if (char === ":" || char === "=" || matchesAt(valueAhead, text, next)) return true;
    const behind = char === "/" || char === "#" ? skipComments(text, next, limit) : next;
    return behind > next && structural(text[behind] ?? "") === ":";
  }
  if (char === "}" || char === "]" || char === ")") {
    if (char === ")" && place !== "call" && place !== "array") return false;
    return closersEnd(text, next, limit, context);
  }
  if (char === ",") return commaEnds(text, next, limit, context);
  if (char === ";" && (place === "object" || (place === "array" && innerQuotes % 2 === 0))) {
    return commaEnds(text, next, limit, context);
  }
  if (place === "top") return true;
  if (char === "/" && (text[next + 1] === "/" || text[next + 1] === "*")) {
    return closesBeforeComment(text, next, limit, context, next > after);
  }
  if (next > after) {
    if (place === "object" && matchesAt(keyAhead, text, next)) return true;
    if (place === "array" && (char === '"' || char === "'")) return true;
    if (char === "#" && closesBeforeComment(text, next, limit, context, next > after)) return true;
    if (char === "+" && /^\+\s*["']/.test(text.slice(next, next + 20))) return true;
  }
  return matchesAt(markupAhead, text, next);
}

/** True if the text goes on in a way that only missing closers explain. */
export function atBoundary(text: string, at: number): boolean {
  return /^(?:<\/?(?:[|｜a-zA-Z]|$)|```|\[[A-Z/]|;)/.test(text.slice(at, at + 3));
}

export function bareKeyFollows(text: string, at: number): boolean {
  return matchesAt(bareKeyAhead, text, at);
}
