import type { LooseValue } from "../../json/loose-value.ts";
import { isWhole } from "../../json/whole-text.ts";

/** What Python reads otherwise than JSON does behind a backslash. */
export const otherEscape = /(?<!\\)(?:\\\\)*\\[avxNU0-7/]/;
const argumentInside =
  /[()]|,\s{0,10}([\p{L}_][\p{L}\p{N}_]{0,80})\s{0,10}=|[^\w\s]\s([\p{L}_][\p{L}\p{N}_]{0,80})=\n/gu;
const wordAtEnd = /(?:,\s{0,10}|\n ?)([\p{L}_][\p{L}\p{N}_]{0,80})[^\s,"']{0,40}["']$/u;
/** No name of an argument is told by fewer letters. */
const leastName = 3;

/**
 * True if a text that had to be repaired holds another argument that is lacking, outside of brackets, or ends in a word that begins with its name, behind a
 * comma or a line break: it took that one in.
 */
export function holdsLacking(read: string, lacks: (name: string) => boolean): boolean {
  let depth = 0;
  for (const [sign, behindComma, atLineEnd] of read.matchAll(argumentInside)) {
    const name = behindComma ?? atLineEnd;
    if (name === undefined) depth = sign === "(" ? depth + 1 : Math.max(0, depth - 1);
    else if (depth === 0 && lacks(name)) return true;
  }
  const word = wordAtEnd.exec(read.slice(-100))?.[1] ?? "";
  for (let length = leastName; length <= word.length; length += 1)
    if (lacks(word.slice(0, length))) return true;
  return false;
}

const besideBackslash =
  /\\\s{1,5}([\p{L}_][\p{L}\p{N}_]{0,80})\s{0,5}[=\\]|\s([\p{L}_][\p{L}\p{N}_]{0,80})\\[^\\abfnrtvxuUN0-7"'\s]|(?<!\\)"\s{0,10},\s{0,10}([\p{L}_][\p{L}\p{N}_]{2,80})\\"/gu;

/**
 * True if the name of a lacking argument stands in a text beside a backslash that escapes nothing in Python, or its beginning behind a plain quote and a comma
 * and before an escaped quote: the backslash stands where a quote and a comma did, or the sign behind the name.
 */
export function escapesArgument(read: string, lacking: readonly string[]): boolean {
  if (!read.includes("\\")) return false;
  return [...read.matchAll(besideBackslash)].some(([, behind, before, beginning]) =>
    lacking.some((name) =>
      beginning === undefined ? name === (behind ?? before) : name.startsWith(beginning),
    ),
  );
}

/** True if a text without a name begins with that of an argument and a sign of a tag or a quote: it was `name=` and a text. */
export function beginsWithName(value: LooseValue, keys: ReadonlySet<string>): boolean {
  if (typeof value !== "string") return false;
  const [, name] = /^([\p{L}_][\p{L}\p{N}_]{0,80})[<>"]/u.exec(value) ?? [];
  return name !== undefined && keys.has(name);
}

const closedArgument = /"\s{0,10},\s{0,10}([\p{L}_][\p{L}\p{N}_]{0,80})\s{0,10}=/gu;

/** True if a plain quote closes in a text in single ones and a lacking argument follows: that text was opened by another quote. */
export function closesArgument(read: string, lacks: (name: string) => boolean): boolean {
  return read.startsWith("'") && [...read.matchAll(closedArgument)].some(([, name = ""]) => lacks(name));
}

/** True if a text at the end of a call that nothing closes holds the name of another argument, or ends in a bracket that it did not open: its own quote was lost. */
export function holdsArgument(value: string, keys: ReadonlySet<string>): boolean {
  if (/\)\]?\s*$/.test(value.slice(-20)) && !isWhole(value)) return true;
  return [...value.matchAll(/, ?([\p{L}_][\p{L}\p{N}_]*)=/gu)].some((found) => keys.has(found[1] ?? ""));
}
