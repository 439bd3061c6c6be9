import { matchAt } from "../parse-context.ts";

const closerOf: Record<string, string> = { '"': '"', "'": "'", "`": "`", "(": ")", "[": "]", "{": "}" };

/**
 * True if the tag from `at` to `end` stands directly behind a word, as the next tag does where a closing tag was forgotten; or behind a quote or bracket
 * that does not close behind it.
 */
export function standsBehindWord(text: string, at: number, end: number): boolean {
  const closer = closerOf[text[at - 1] ?? ""];
  if (closer !== undefined) return text[end] !== closer;
  return /[^\s>:=]$/u.test(text.slice(Math.max(0, at - 2), at));
}

/**
 * What follows a word: one blank or the end, with stops before it, a tag or a quote that closes behind a stop, or a sign of another script. A line break
 * directly behind it is none: it is how families open a value that has lines of its own. At the end of a
 * value, signs between apart that end no sentence, it is none: the tag is one, and its text was lost.
 */
const afterWord =
  /(?!(?:[^\p{L}\p{N}.!?。！？)][^\p{L}\p{N}]{0,40})?(?:<\/|$))(?:[.,;:!?)\]}]{1,3}(?![^\S\n]{1,10}\n)(?:\s|$)|(?![^\S\n]{0,10}\n)(?:[^\S\n](?![^\S\n])|$)|[.,;:!?)\]}]{1,3}(?:<(?=[/\p{L}])|["'`](?![^\s.,;:!?)\]}<]))|[^\p{ASCII}\p{L}\p{N}])/uy;

/** No quotation around a mention is longer before it. */
const furthestQuote = 200;

/** True if the tag from `at` to `end` is followed by what follows a word, or stands between a quote or bracket and its end. */
export function endsAsWord(text: string, at: number, end: number): boolean {
  if (text[end] === closerOf[text[at - 1] ?? ""]) return !/[\p{L}\p{N}]/u.test(text[end + 1] ?? "");
  const found = matchAt(afterWord, text, end)?.[0];
  if (found === undefined) return false;
  const quote = found.at(-1) ?? "";
  return !"\"'`".includes(quote) || text.slice(Math.max(0, at - furthestQuote), at).includes(quote);
}
