import { matchesGlob } from "@kestrel/text";

/** A word of a pattern; quoted text is literal. */
type PatternWord = { text: string; literal: boolean };

/**
 * Whether a simple command matches a pattern, word for word: `npm test` matches only that, `npm run *` any further words, `npm test*` also
 * longer last words. Within a word `*` is anything; in single quotes a word is literal.
 */
export function matchesCommand(pattern: string, words: readonly string[]): boolean {
  const wanted = wordsOfPattern(pattern);
  if (!wanted || wanted.length === 0) return false;
  const last = wanted.at(-1);
  const goesOn = last !== undefined && !last.literal && last.text.endsWith("*");
  const least = goesOn && last.text === "*" ? wanted.length - 1 : wanted.length;
  if (words.length < least || (!goesOn && words.length > wanted.length)) return false;
  return wanted.every(({ text, literal }, at) => {
    const word = words[at];
    if (word === undefined) return text === "*";
    return literal ? text === word : matchesGlob(text, word);
  });
}

/**
 * Whether a pattern allows a simple command. A star covers only text that stays in the folder: no path out of it, no path from the root or
 * home, and no text that a shell would run, however the program receives it (`-C..`, `--output=/x`).
 */
export function coversCommand(pattern: string, words: readonly string[]): boolean {
  if (!matchesCommand(pattern, words)) return false;
  const wanted = wordsOfPattern(pattern) ?? [];
  return words.every((word, at) => {
    const by = wanted[at];
    const spelledOut = by !== undefined && (by.literal || !by.text.includes("*"));
    return spelledOut || staysInside(word);
  });
}

/** Words are split where programs split them: at `=`, `:`, `,`, blanks and quotes, and after the letters of an option. */
function staysInside(word: string): boolean {
  if (/[`$\\]|^-\w*[~/]|^-\w+\.\./.test(word)) return false;
  return word.split(/[=:,;@\s"'()[\]{}<>|&]+/).every((piece) => {
    return !/^[~/]/.test(piece) && !piece.split("/").includes("..");
  });
}

/** The pattern of exactly these words; undefined when a word cannot be written in one. */
export function exactPattern(words: readonly string[]): string | undefined {
  if (words.length === 0 || words.some((word) => /\p{Cc}/u.test(word))) return undefined;
  return words.map((word) => (/^[^\s'*]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`)).join(" ");
}

function wordsOfPattern(pattern: string): PatternWord[] | undefined {
  const words: PatternWord[] = [];
  let rest = pattern.trim();
  while (rest !== "") {
    const quoted = /^'((?:[^']|'')*)'(?=\s|$)/.exec(rest);
    const plain = /^[^\s']+(?=\s|$)/.exec(rest);
    if (quoted?.[1] !== undefined) words.push({ text: quoted[1].replaceAll("''", "'"), literal: true });
    else if (plain) words.push({ text: plain[0], literal: false });
    else return undefined;
    rest = rest.slice((quoted ?? plain)?.[0].length ?? 0).trimStart();
  }
  return words;
}
