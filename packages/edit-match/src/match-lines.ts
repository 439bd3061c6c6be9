import { mapIndentation, reindent, unitOf } from "./indentation.ts";
import { indentOf, type Line, linesOf } from "./lines.ts";

/** Lines `from` up to `to` of the file, and what they become. */
export type LineMatch = { from: number; to: number; lines: string[] };

/** Bounds the comparison of indentations, which is not linear by itself. */
const maximumComparisons = 400_000;
const maximumRuns = 1000;

/** Where a list of keys occurs in another: every start, overlapping ones too. Linear (Knuth–Morris–Pratt). */
function findRuns(haystack: string[], needle: string[], maximum: number): number[] {
  const back = [0];
  const extend = (length: number, key: string | undefined): number => {
    let longest = length;
    while (longest > 0 && key !== needle[longest]) longest = back[longest - 1] ?? 0;
    return key === needle[longest] ? longest + 1 : longest;
  };
  for (let index = 1; index < needle.length; index += 1)
    back[index] = extend(back[index - 1] ?? 0, needle[index]);
  const starts: number[] = [];
  for (let index = 0, length = 0; index < haystack.length && starts.length < maximum; index += 1) {
    length = extend(length, haystack[index]);
    if (length < needle.length) continue;
    starts.push(index - needle.length + 1);
    length = back[length - 1] ?? 0;
  }
  return starts;
}

/** What replaces whole lines: nothing at all if `old` ended its line and `new` is empty. */
function replacementLines(old: string, replacement: string): string[] {
  const ends = old.endsWith("\n");
  if (replacement === "") return ends ? [] : [""];
  return ends ? linesOf(replacement) : replacement.split(/\r?\n/);
}

const keysOf = new WeakMap<Line[], string[]>();

function loosestKeys(file: Line[]): string[] {
  const known = keysOf.get(file) ?? file.map((line) => loosest(line.text));
  keysOf.set(file, known);
  return known;
}

/** Where the bound is reached, two matches at most: enough to know that `old` is ambiguous. */
function matchIndented(file: Line[], starts: number[], given: string[], replacement: string[]): LineMatch[] {
  const matches: LineMatch[] = [];
  const all = file.map((line) => line.text);
  const unit = unitOf(all);
  for (const [index, from] of starts.entries()) {
    if ((index + 1) * given.length > maximumComparisons) return matches.slice(0, 2);
    const to = from + given.length;
    const map = mapIndentation(given, all.slice(from, to));
    if (map) matches.push({ from, to, lines: reindent(replacement, map, given, unit) });
  }
  return matches;
}

/** Finds whole lines that are the same as `old` but for trailing blanks, typography or uniform indentation. The first likeness that has a match decides. */
export function matchLines(file: Line[], old: string, by: string, maximum = maximumRuns): LineMatch[] {
  const given = linesOf(old);
  if (given.length > file.length || given.every((line) => line.trim() === "")) return [];
  const possible = findRuns(loosestKeys(file), given.map(loosest), maximum);
  if (possible.length === 0) return [];
  const lines = replacementLines(old, by);
  for (const likeness of likenesses) {
    const haystack = file.map((line) => likeness(line.text));
    const starts = findRuns(haystack, given.map(likeness), maximum);
    if (starts.length > 0) return starts.map((from) => ({ from, to: from + given.length, lines }));
  }
  return matchIndented(file, possible, given, lines);
}

const elision = /^\s*(?:(?:\.\.\.|…)\s*$|(?:\/\/|#|--|;|%|\/\*|<!--|\{\/\*)\s*(?:\.\.\.|…))/;

function segmentsOf(text: string): string[] {
  const segments: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (elision.test(line)) segments.push([]);
    else segments.at(-1)?.push(line);
  }
  return segments.map((segment) => segment.join("\n"));
}

/** Chains of matches for an edit whose `old` and `new` leave out the same stretches, which stay; none if they are not paired, several if not unique. */
export function matchElided(file: Line[], old: string, replacement: string): LineMatch[][] {
  const segments = segmentsOf(old);
  const replacements = segmentsOf(replacement);
  if (segments.length < 2 || segments.length > 8 || segments.length !== replacements.length) return [];
  if (segments.some((segment) => segment.trim() === "")) return [];
  const options = segments.map((segment, index) => {
    const lines = replacements[index] ?? "";
    return matchLines(file, `${segment}\n`, lines === "" ? "" : `${lines}\n`);
  });
  let chains: LineMatch[][] = [[]];
  for (const matches of options.toReversed()) {
    const follows = (match: LineMatch) => (chain: LineMatch[]) => (chain[0]?.from ?? Infinity) >= match.to;
    const longer = matches.flatMap((one) => chains.filter(follows(one)).map((chain) => [one, ...chain]));
    // Matches are in the order of the file: a match before any chain is before one of the last two.
    chains = longer.slice(-2);
  }
  return chains;
}

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
const likenesses: ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  plainLine,
  narrowLine,
  spacedLine,
];

/** A line without indentation too: whatever is alike in another way is alike in this one. */
const loosest = (line: string): string => spacedLine(line).trimStart();
