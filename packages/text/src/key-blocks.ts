import { leftOut } from "./left-out.ts";

const begins = /-----BEGIN [A-Z0-9 ]{0,60}(?:PRIVATE KEY|CERTIFICATE)(?: BLOCK)?-----/g;
const ends = /-----END [A-Z0-9 ]{0,80}-----/;
/** A run that no word has: most of a line of a key. */
const body = /[A-Za-z0-9+/=]{40,}/g;
/** What stands between the first line of a key and its body: `Proc-Type: 4,ENCRYPTED`. */
const header = /^\W{0,8}(?:\d{1,7}\W{1,4})?[A-Z][A-Za-z-]{1,30}: /;

/** Lines after which a key that never ended is over: one of 16,384 bits has 200. */
const mostLines = 1_000;
/** Characters: lines of a key have 76 and what is around them. */
const longestLast = 160;

/**
 * Takes the blocks of key files out of a text, line after line. What stands before a block and behind its end stays. A block
 * without an end takes what can be part of a key and nothing else.
 */
export function keyBlockRedactor(): (line: string) => string {
  /** Lines since a block began that has not ended. */
  let open: number | undefined;
  /** Other text came since: only what can be nothing but a key goes now. */
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

/** The short last line of a key, also where it is numbered, quoted or part of a program. */
function hasOneWord(line: string): boolean {
  if (line.length > longestLast || /[^\x20-\x7e\t\r]/.test(line)) return false;
  const words = line
    .replaceAll(/\\[nrt]/g, " ")
    .split(/[^A-Za-z0-9+/=]+/)
    .filter((word) => /[A-Za-z0-9]/.test(word));
  return words.length === 1 || (words.length === 2 && /^\d{1,7}$/.test(words[0] ?? ""));
}
