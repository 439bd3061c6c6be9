import { fieldNames } from "../call-candidate.ts";
import type { ParseContext } from "../parse-context.ts";
import { insideText, type ParseResult } from "../parse-result.ts";
import { endsAnother, holdsRemains } from "../values/remains.ts";

/**
 * True if what is left of another call stands from `from` to `end`, with a mark from `at` on, which was read as `reading` if it begins a call: in the words
 * before that mark, or in that the next call turned out to stand in a text of the one before.
 */
export function isBeside(
  { text, tools }: ParseContext,
  from: number,
  at: number,
  end: number,
  reading?: ParseResult,
): boolean {
  const call = reading?.candidates[0];
  const own = call && text.startsWith(`<${call.name}>`, at) ? fieldNames(call) : [];
  const isTool = (name: string) => own.includes(name) || tools.find(name) !== undefined;
  return (
    reading?.reason === insideText ||
    endsAnother(text.slice(from, at), text.slice(at, at + 40)) ||
    holdsRemains(text.slice(from, end), isTool, end === text.length)
  );
}
