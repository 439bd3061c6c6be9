/** Limits the work of all readers together, so that hostile text costs linear time. */
export type Fuel = { left: number };

export const fuelFor = (text: string): Fuel => ({ left: 4 * text.length + 20_000 });
const blank = /[\s\u200b]*/y;

export function skipBlanks(text: string, at: number, limit = text.length): number {
  const code = text.charCodeAt(at);
  if (at >= limit || (code > 32 && code < 0xa0)) return at;
  blank.lastIndex = at;
  blank.test(text);
  return Math.min(limit, blank.lastIndex);
}

/** The end of the comment at `at`; `at` without one. A comment with an odd quote may be a string without its opening quote. */
function commentEnd(text: string, at: number, limit: number): number {
  const wide = text.startsWith("/*", at);
  if (!wide && text[at] !== "#" && !text.startsWith("//", at)) return at;
  const found = text.indexOf(wide ? "*/" : "\n", at + 1);
  const end = found < 0 ? limit : Math.min(limit, found + (wide ? 2 : 0));
  return !wide && text.slice(at, end).split('"').length % 2 === 0 ? at : end;
}

export function skipComments(text: string, at: number, limit: number): number {
  for (let index = skipBlanks(text, at, limit); ; ) {
    const end = index < limit ? commentEnd(text, index, limit) : index;
    if (end === index) return index;
    index = skipBlanks(text, end, limit);
  }
}

/** Characters of Chinese and Japanese input methods in place of JSON's punctuation. */
const wideMarks = "｛｝［］【】（）：，、；＝＂＇";
const narrowMarks = "{}[][]():,,;=\"'";

/** The JSON punctuation that a character outside strings means; otherwise the character itself. */
export const structural = (char: string): string =>
  char < "\u3000" ? char : (narrowMarks[wideMarks.indexOf(char)] ?? char);
