import { parseJson } from "@kestrel/text";
import { readJson } from "../../json/read-json.ts";
import type { CallCandidate } from "../call-candidate.ts";
import type { ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import { closedEarly, memberBehind } from "../values/member-behind.ts";

const anotherCall =
  /(?:^|\n)>>>[\p{L}_]|\[(?:END_)?TOOL_|\[ARGS\]|<[|｜]|[\w\]][|｜]>|<\/?tool(?:_?c|_\W|\s[^\w\s]|\n\w{0,10}>|\/(?!>)|[\w ]{0,12}['"`]|[^\w\s/-])|[^\w<]tool>|\w>\s*\n\{\s*"|<function[\s=]|\nAction(?: Input)?:/u;

/** A bracket mark that is not whole, behind a name: no text breaks off there, not in valid JSON either. */
const tornBracket = /\w\[ARGS(?!\])/;

/** One string of Python, its own quotes escaped inside, in one line or in three quotes. */
export const plainString =
  /^[rRbBfFuU]{0,2}(?:"""[\s\S]*"""|'''[\s\S]*'''|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')$/;

/**
 * True if a repaired reading goes over the mark of another call: then a quote is missing, and both were taken for one
 * string. Valid JSON may hold whatever it likes.
 */
export function crossesMark(text: string, at: number, end: number): boolean {
  const read = text.slice(at, end);
  if (tornBracket.test(read)) return true;
  if (!anotherCall.test(read) || plainString.test(read)) return false;
  try {
    parseJson(read);
    return false;
  } catch {
    return true;
  }
}

/** The JSON object at `at` as the arguments of a call whose name is known. */
export function readJsonArguments(context: ParseContext, name: string, at: number): ParseResult {
  const { text } = context;
  if (at >= text.length) return cut([], at);
  if (text[at] !== "{") return broken([], at, "the arguments are no JSON object");
  const reading = readJson(text, at, { fuel: context.fuel, keys: context.tools.keysOf(name) });
  if (reading.ending === "cut") return cut([], text.length);
  if (reading.ending === "broken" || crossesMark(text, at, reading.end))
    return broken([], at, "the arguments are not valid JSON");
  // A word at the bracket of what had to be repaired is the rest of what was torn there; a sentence begins behind a blank.
  const glued = !reading.strict && /[\p{L}\p{N}]/u.test(text[reading.end] ?? "");
  if (glued || memberBehind(text, reading.end)) return broken([], reading.end, closedEarly);
  const candidate: CallCandidate = { name, arguments: { kind: "value", value: reading.value } };
  if (reading.ending === "open") candidate.open = reading.last;
  if (!reading.strict) candidate.repaired = true;
  return complete([candidate], reading.end);
}
