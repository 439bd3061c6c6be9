/** Nesting limit. V8 takes half a second for a MiB of brackets only, a hundred times as long as for flat text. */
const deepest = 256;

/** Limit of objects and lists: V8 takes 145 ms for the 1.3 million empty ones that fit in 4 MB, 20 for these. */
const mostParts = 200_000;

/**
 * `JSON.parse` for untrusted text. Throws a SyntaxError for invalid JSON, and before parsing for text nested deeper than 256 or with more
 * than 200,000 objects and lists. Linear in the text.
 */
export function parseJson(text: string): unknown {
  if (text.length > deepest && opensMore(text, deepest)) refuseTangles(text);
  return JSON.parse(text);
}

/** Like `parseJson`, but undefined instead of an error. */
export function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // expected: not JSON, or above the limits
    return undefined;
  }
}

/** Whether there are more opening brackets than that, including those in strings: otherwise the exact check is skipped. */
function opensMore(text: string, most: number): boolean {
  let open = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++open > most) return true;
  return false;
}

function refuseTangles(text: string): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > deepest) throw new SyntaxError(`JSON nested deeper than ${deepest}`);
        if (++parts > mostParts) throw new SyntaxError(`JSON of more than ${mostParts} objects and lists`);
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
    }
  }
}

/** The end of the string that opens at `at`; the end of the text for an unterminated one. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 0x22) return end;
    if (code === 0x5c) end += 1;
  }
  return text.length;
}
