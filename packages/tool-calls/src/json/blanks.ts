/** Bounds the work of all readers together, so that hostile text costs linear time. */
export type Fuel = { left: number };

export function fuelFor(text: string): Fuel {
  return { left: 4 * text.length + 20_000 };
}

function isBlank(code: number): boolean {
  return (
    code === 32 ||
    code === 10 ||
    code === 13 ||
    code === 9 ||
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

export function skipBlanks(text: string, at: number, limit = text.length): number {
  let index = at;
  while (index < limit && isBlank(text.charCodeAt(index))) index += 1;
  return index;
}

/**
 * Where a comment to the end of its line ends; -1 if it is none: an odd quote in it tells that it is a text without its first, and members with a brace
 * that they did not open are those of the object that it would stand in.
 */
function lineCommentEnd(text: string, at: number, limit: number): number {
  const newline = text.indexOf("\n", at);
  const end = newline < 0 || newline > limit ? limit : newline;
  let quotes = 0;
  let open = 0;
  for (let index = at; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 34) quotes += 1;
    else if (code === 123) open += 1;
    else if (code === 125) open -= 1;
  }
  if (quotes % 2 === 1) return -1;
  return quotes > 0 && open < 0 && /"\s{0,10}:/.test(text.slice(at, end)) ? -1 : end;
}

/** Blanks and comments: `//`, `/* … *\/` and `#`. */
export function skipComments(text: string, at: number, limit: number): number {
  let index = skipBlanks(text, at, limit);
  while (index < limit) {
    const code = text.charCodeAt(index);
    if (code === 47 && text.startsWith("/*", index)) {
      const end = text.indexOf("*/", index + 2);
      index = end < 0 || end + 2 > limit ? limit : end + 2;
    } else if ((code === 47 && text.startsWith("//", index)) || code === 35) {
      const end = lineCommentEnd(text, index, limit);
      if (end < 0) return index;
      index = end;
    } else {
      return index;
    }
    index = skipBlanks(text, index, limit);
  }
  return index;
}
