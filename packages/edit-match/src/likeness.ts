import { indentOf } from "./lines.ts";

/** What typesetting changes, and the plain sign for it. */
const punctuation: [RegExp, string][] = [
  [/[\u2018\u2019\u201A\u201B\u2032\u02BC]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB\u300C-\u300F\uFF62\uFF63]/g, '"'],
  [/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u2022\u2027\u30FB\uFF65]/g, "\u00B7"],
  [/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, " "],
  [/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, ""],
];

/** Full-width punctuation of Chinese and Japanese, and the half-width sign for the same; letters and digits are others. */
const wide = /[\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF5E\u3001\u3002\u3010\u3011\uFF61\uFF64]/g;
/** Those that are no half-width sign moved by a fixed distance, and what they are the same as. */
const wideApart = "\u3001\u3002\uFF61\uFF64\u3010\u3011";
const narrowApart = ",..,[]";

/** A line without what typesetting and input methods change: punctuation, spaces, composed letters. */
function plainLine(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is what matters here
  if (!/[^\u0000-\u007f]/.test(line)) return line.trimEnd();
  const plain = (text: string, [pattern, sign]: [RegExp, string]) => text.replace(pattern, sign);
  return punctuation.reduce(plain, line.normalize("NFC")).trimEnd();
}

function narrowLine(line: string): string {
  return plainLine(line).replace(
    wide,
    (sign) => narrowApart[wideApart.indexOf(sign)] ?? String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
}

/** The same with one blank for every run of blanks behind the indentation. */
function spacedLine(line: string): string {
  const narrowed = narrowLine(line);
  const indent = indentOf(narrowed);
  return indent + narrowed.slice(indent.length).replace(/[ \t]+/g, " ");
}

/** Ways in which a line of the file and a line of the edit may be the same, strictest first. */
export const likenesses: ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  plainLine,
  narrowLine,
  spacedLine,
];

/** A line without indentation too: whatever is alike in another way is alike in this one. */
export const loosest = (line: string): string => spacedLine(line).trimStart();
