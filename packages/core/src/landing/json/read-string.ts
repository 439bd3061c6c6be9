import { closesString, type Place } from "./closing-quote.ts";

/** A string as read: `ended` is false if the input ran out inside it. */
export type StringReading = { value: string; end: number; ended: boolean; repaired: boolean };

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
};

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
    if (code === 34)
      return { value: value + text.slice(from, index), end: index + 1, ended: true, repaired: false };
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
    repaired: true,
  };
}

/** Reads a string as models write them: other quotes, raw newlines, unescaped inner quotes, unknown escapes. */
export function readLooseString(
  text: string,
  at: number,
  limit: number,
  place: Place,
  depth: number,
): StringReading {
  const quote = text[at] ?? '"';
  const fence = quote.repeat(3);
  if ((quote === '"' || quote === "'") && text.startsWith(fence, at))
    return readTripled(text, at, limit, fence);
  const closers = closersOf[quote] ?? quote;
  let value = "";
  let from = at + 1;
  let unknownEscapes = 0;
  let innerQuotes = 0;
  const special = specialOf(closers);
  for (let index = from; index < limit; ) {
    special.lastIndex = index;
    index = special.exec(text)?.index ?? limit;
    if (index >= limit) break;
    const char = text[index] ?? "";
    if (char === "\\") {
      const decoded = readEscape(text, index, quote);
      if (decoded.end > limit) break;
      if (!decoded.known) unknownEscapes += 1;
      value += text.slice(from, index) + decoded.value;
      index = decoded.end;
      from = index;
    } else {
      if (closesString(text, index + 1, limit, place, depth)) {
        const atEnd = index + 1 >= limit;
        const raw = text.slice(at + 1, index);
        const asPath = unknownEscapes > 0 && drivePath.test(raw);
        return {
          value: asPath ? raw.replaceAll("\\\\", "\\") : value + text.slice(from, index),
          end: index + 1,
          ended: !(atEnd && innerQuotes > 0),
          repaired: true,
        };
      }
      innerQuotes += 1;
      index += 1;
    }
  }
  return { value: value + text.slice(from, limit), end: limit, ended: false, repaired: true };
}
