import { readJson } from "../json/read-json.ts";
import type { CallCandidate } from "./call-candidate.ts";
import { matchAt, type ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";
import { readRawMembers } from "./raw-texts.ts";

/** Why a call is refused whose arguments go on behind their end. */
export const closedEarly = "the object of its arguments is closed before its last member";
export const notJson = "the call is not valid JSON";

/** A member behind the end of its object; the name of the next call is none. */
const member = /[\s}\]),;]{0,200}(?!["']?(?:tool_)?name["'])["'][^\s"'{}[\]:]{1,60}["']\s{0,10}[:：]/y;

/** True if an object that ended at `at` closed too early: its members go on there, and the call would run without them. */
export function memberBehind(text: string, at: number): boolean {
  return matchAt(member, text, at) !== undefined;
}

/**
 * True if a repaired reading goes over the mark of another call: then a quote is missing, and both were taken for one
 * text. Valid JSON may hold whatever it likes.
 */
export function crossesMark({ text, marks }: ParseContext, at: number, end: number): boolean {
  return marks.callMark.test(text.slice(at, end));
}

/** The JSON object at `at` as the arguments of a call whose name is known. */
export function readJsonArguments(
  context: ParseContext,
  name: string,
  at: number,
  limit = context.text.length,
): ParseResult {
  const { text, fuel } = context;
  if (at >= limit) return cut([], at);
  if (text[at] !== "{") return broken([], at, "the arguments are no JSON object");
  const reading = readJson(text, at, { fuel, limit, keys: context.tools.keysOf(name) });
  const crosses = !reading.strict && crossesMark(context, at, reading.end);
  if (reading.ending === "cut" || reading.ending === "broken" || crosses) {
    const raw = reading.twice === undefined ? readRawMembers(context, name, at + 1, limit, 1) : undefined;
    if (raw) return raw;
    return reading.ending === "cut" ? cut([], limit) : broken([], at, "the arguments are not valid JSON");
  }
  if (memberBehind(text, reading.end)) return broken([], reading.end, closedEarly);
  const candidate: CallCandidate = { name, arguments: { kind: "value", value: reading.value } };
  if (reading.ending === "open") candidate.open = reading.last;
  return complete([candidate], reading.end);
}
