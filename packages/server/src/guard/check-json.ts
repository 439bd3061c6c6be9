import { KestrelError } from "@kestrel/core";

/** Far above any valid request; a message with pictures has thirty. */
const mostValues = 10_000;
const deepest = 32;
/** UTF-16 units. */
const longestKey = 200;

const space = /[ \t\n\r]+/y;
const scalar = /[^\s"{}[\],:]+/y;

/**
 * Checks a JSON text before it is parsed: duplicate keys are ambiguous, and a million keys are expensive. Leaves syntax errors to the
 * parser. Throws `invalid_request`; linear in the text.
 */
export function checkJson(text: string): void {
  /** The keys of each open object, undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  let keyNext = false;
  for (let at = 0; at < text.length; ) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (keyNext && keys) noteKey(keys, text.slice(at, Math.min(end, at + longestKey * 6)));
      if (++values > mostValues) throw refused("too many values");
      keyNext = false;
      at = end;
      continue;
    }
    const passed = endOf(space, text, at) ?? endOf(scalar, text, at);
    if (passed !== undefined) {
      if (sign !== undefined && sign > " " && ++values > mostValues) throw refused("too many values");
      at = passed;
      continue;
    }
    if (sign === "{" || sign === "[") {
      if (open.length >= deepest) throw refused("too deep");
      open.push(sign === "{" ? new Set() : undefined);
      if (++values > mostValues) throw refused("too many values");
    } else if (sign === "}" || sign === "]") open.pop();
    keyNext = sign === "{" || sign === ",";
    at++;
  }
}

function noteKey(keys: Set<string>, written: string): void {
  const key = plainKey(written);
  if (keys.has(key)) throw refused("a key twice");
  keys.add(key);
}

/** The key as its parser reads it: escapes can spell one key in many ways. */
function plainKey(written: string): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    // expected: what a client sent is not JSON
    throw refused("not a key");
  }
}

/** The position after the quote that closes the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function refused(problem: string): KestrelError {
  return new KestrelError("invalid_request", problem, { where: "", problem });
}
