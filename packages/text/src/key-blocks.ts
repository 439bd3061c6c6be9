import { leftOut } from "./left-out.ts";

const begins = /-----BEGIN [A-Z0-9 ]{0,60}(?:PRIVATE KEY|CERTIFICATE)(?: BLOCK)?-----/g;
const ends = /-----END [A-Z0-9 ]{0,80}-----/;
/** A run of characters too long for a word: most of a line of a key. */
const body = /[A-Za-z0-9+/=]{40,}/g;
/** Header lines between a key's first line and its body: `Proc-Type: 4,ENCRYPTED`. */
const header = /^\W{0,8}(?:\d{1,7}\W{1,4})?[A-Z][A-Za-z-]{1,30}: /;

/** Lines after which an unterminated key ends: one of 16,384 bits has 200. */
const mostLines = 1_000;
/** Characters: lines of a key have 76 plus surrounding text. */
const longestLast = 160;

/**
 * Removes key blocks from a text, line by line. Text before a block and after its end stays. An unterminated block removes only lines that
 * can be part of a key.
 */
export function keyBlockRedactor(): (line: string) => string {
  /** Lines since the start of an unterminated block. */
  let open: number | undefined;
  /** Other text followed: only lines that must be part of a key are removed now. */
  let text = false;

  const begin = (behind: string) => {
    const end = ends.exec(behind);
    open = end ? undefined : 0;
    text = false;
    return leftOut + (end ? behindEnd(behind, end) : behind.replace(body, leftOut));
  };
  const goOn = (line: string) => {
    const end = ends.exec(line);
    if (end) {
      open = undefined;
      return leftOut + behindEnd(line, end);
    }
    if (line.trim() === "") return line;
    if (!text && (hasOneWord(line) || header.test(line))) return leftOut;
    const without = line.replace(body, leftOut);
    text ||= without === line;
    return without;
  };
  return (line) => {
    const [before = "", ...blocks] = line.split(begins);
    if (open !== undefined && ++open > mostLines) open = undefined;
    const first = open === undefined ? before : goOn(before);
    return first + blocks.map(begin).join("");
  };
}

const behindEnd = (line: string, { index, 0: found }: RegExpExecArray) => line.slice(index + found.length);

/** The short last line of a key, also numbered, quoted or in code. */
function hasOneWord(line: string): boolean {
  if (line.length > longestLast || /[^\x20-\x7e\t\r]/.test(line)) return false;
  const words = line
    .replaceAll(/\\[nrt]/g, " ")
    .split(/[^A-Za-z0-9+/=]+/)
    .filter((word) => /[A-Za-z0-9]/.test(word));
  return words.length === 1 || (words.length === 2 && /^\d{1,7}$/.test(words[0] ?? ""));
}
