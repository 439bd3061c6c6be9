/** Deeper than anybody means. V8 takes half a second for a MiB of nothing but brackets, a hundred times what flat text takes. */
const deepest = 256;

/**
 * `JSON.parse` for text that somebody else wrote. Throws a SyntaxError for what is no JSON, and for what is nested deeper than
 * 256, before it is parsed. Linear in the text.
 */
export function parseJson(text: string): unknown {
  if (text.length > deepest && isTooDeep(text)) throw new SyntaxError(`JSON nested deeper than ${deepest}`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > deepest) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
    }
  }
  return false;
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
