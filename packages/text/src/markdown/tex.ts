/** UTF-16 units of a formula: limits the search for its end. */
const longest = 2_000;

const inParagraph = new RegExp(
  [
    String.raw`\\\((?:(?!\n[ \t]*\n)[\s\S]){0,${longest}}?\\\)`,
    String.raw`\\\[(?:(?!\n[ \t]*\n)[\s\S]){0,${longest}}?\\\]`,
    String.raw`\$\$(?:(?!\n[ \t]*\n)[^$]){1,${longest}}?\$\$`,
    // As in Pandoc: `$5 and $10` are prices.
    String.raw`\$(?![\s$])(?:\\[^\n]|[^\\$\n]){1,${longest}}?(?<![\s\\])\$(?!\d)`,
  ].join("|"),
  "y",
);

/** The TeX formula at an offset; undefined for none. */
export function formulaAt(text: string, at: number): string | undefined {
  inParagraph.lastIndex = at;
  return inParagraph.exec(text)?.[0];
}

/** Opening characters of a formula. */
export const formulaSign = /\$|\\[([]/g;

/** The offset of the next possible formula; -1 for none. */
export const mayBeginFormula = (text: string): number => text.search(formulaSign);

const blockMark = /^ {0,3}(\$\$|\\\[)/;

/** Whether a text begins like a block formula. */
export const mayBeginBlock = (text: string): boolean => blockMark.test(text);

/** A block formula; an unfinished one ends at a blank line. */
export function formulaBlock(src: string): string | undefined {
  const [head, mark] = blockMark.exec(src) ?? [];
  if (head === undefined) return undefined;
  // Whichever is first: separate searches through the rest would be slow for many formulas.
  const next = mark === "$$" ? /\$\$|\n[ \t]*(?:\n|$)/g : /\\\]|\n[ \t]*(?:\n|$)/g;
  next.lastIndex = head.length;
  const { index: at = src.length, 0: met = "\n" } = next.exec(src) ?? {};
  const block = src.slice(0, at);
  const end = met.startsWith("\n") ? -1 : at;
  if (end < 0)
    return /^[^\n]*\n|^.{2,5}$/.test(block) && block.slice(head.length).split("\n")[0]?.trim() === ""
      ? block
      : undefined;
  const rest = /^[ \t]*[.,;。，；]?[ \t]*(?:\n|$)/.exec(src.slice(end + 2));
  return rest ? src.slice(0, end + 2 + rest[0].length) : undefined;
}

/** The end of a paragraph: a blank line, the end of the text, or a block formula. */
export function paragraphEnd(text: string): { at: number; formula: boolean } {
  const found = /\n(?:[ \t]*\n| {0,3}(\$\$|\\\[))/.exec(text);
  return { at: found?.index ?? text.length, formula: found?.[1] !== undefined };
}

/** UTF-16 units of the longest rendered formula: a longer one would block the page. */
const longestSet = 4_000;

/** The text between a formula's marks; undefined while unfinished, and when too long to render. */
export function texOf(raw: string): string | undefined {
  const [, open = "", body, close = ""] =
    /^\s*(\$\$?|\\\(|\\\[)([\s\S]*?)(\$\$?|\\\)|\\\])[ \t]*[.,;。，；]?\s*$/.exec(raw) ?? [];
  const ends: Record<string, string> = { $: "$", $$: "$$", "\\(": "\\)", "\\[": "\\]" };
  return body !== undefined && body.trim() !== "" && ends[open] === close && body.length <= longestSet
    ? body
    : undefined;
}
