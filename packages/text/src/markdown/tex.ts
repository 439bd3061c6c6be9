/** A formula is no longer, in UTF-16 units: what does not end is looked through no further. */
const longest = 2_000;

const inParagraph = new RegExp(
  [
    String.raw`\\\((?:(?!\n[ \t]*\n)[\s\S]){0,${longest}}?\\\)`,
    String.raw`\\\[(?:(?!\n[ \t]*\n)[\s\S]){0,${longest}}?\\\]`,
    String.raw`\$\$(?:(?!\n[ \t]*\n)[^$]){1,${longest}}?\$\$`,
    // As Pandoc reads it: `$5 and $10` are prices.
    String.raw`\$(?![\s$])(?:\\[^\n]|[^\\$\n]){1,${longest}}?(?<![\s\\])\$(?!\d)`,
  ].join("|"),
  "y",
);

/** The TeX formula at a place in a text; undefined where none begins. */
export function formulaAt(text: string, at: number): string | undefined {
  inParagraph.lastIndex = at;
  return inParagraph.exec(text)?.[0];
}

/** What a formula may begin with. */
export const formulaSign = /\$|\\[([]/g;

/** Where the next formula may begin; -1 for nowhere. */
export const mayBeginFormula = (text: string): number => text.search(formulaSign);

const blockMark = /^ {0,3}(\$\$|\\\[)/;

/** Whether a text begins like a formula in lines of its own. */
export const mayBeginBlock = (text: string): boolean => blockMark.test(text);

/** A formula in lines of its own; one that is still being written goes on to a blank line. */
export function formulaBlock(src: string): string | undefined {
  const [head, mark] = blockMark.exec(src) ?? [];
  if (head === undefined) return undefined;
  // Whichever comes first: looking for each through all that follows would take long for many formulas.
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

/** Where a paragraph ends: at a blank line, at the end of the text, or before a formula in lines of its own. */
export function paragraphEnd(text: string): { at: number; formula: boolean } {
  const found = /\n(?:[ \t]*\n| {0,3}(\$\$|\\\[))/.exec(text);
  return { at: found?.index ?? text.length, formula: found?.[1] !== undefined };
}

/** UTF-16 units of the longest formula that is set: a longer one would hold up the page. */
const longestSet = 4_000;

/** What stands between the marks of a formula; undefined while it is still being written, and where it is too long to be set. */
export function texOf(raw: string): string | undefined {
  const [, open = "", body, close = ""] =
    /^\s*(\$\$?|\\\(|\\\[)([\s\S]*?)(\$\$?|\\\)|\\\])[ \t]*[.,;。，；]?\s*$/.exec(raw) ?? [];
  const ends: Record<string, string> = { $: "$", $$: "$$", "\\(": "\\)", "\\[": "\\]" };
  return body !== undefined && body.trim() !== "" && ends[open] === close && body.length <= longestSet
    ? body
    : undefined;
}
