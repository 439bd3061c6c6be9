/** Deeper than anybody means. V8 takes half a second for a MiB of nothing but brackets, a hundred times what flat text takes. */
const deepest = 256;

/** More objects and lists than anybody means: V8 takes 145 ms for the 1.3 million empty ones that 4 MB hold, 20 for these. */
const mostParts = 200_000;

/**
 * `JSON.parse` for text that somebody else wrote. Throws a SyntaxError for what is no JSON, and for what is nested deeper than
 * 256 or has more than 200,000 objects and lists, before it is parsed. Linear in the text.
 */
export function parseJson(text: string): unknown {
  if (text.length > deepest && opensMore(text, deepest)) refuseTangles(text);
  return JSON.parse(text);
}

/** What `parseJson` gives; undefined where it throws. */
export function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // expected: the text is no JSON, or a tangle
    return undefined;
  }
}

/** Whether more brackets open than that, those in strings among them: text with no more is no tangle, and is not read letter by letter. */
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

/** Where the string that opens at `at` closes; the end of the text where it does not. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 0x22) return end;
    if (code === 0x5c) end += 1;
  }
  return text.length;
}
