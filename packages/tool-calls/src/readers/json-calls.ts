import { skipBlanks } from "../json/blanks.ts";
import { hasKey, isObject, type LooseValue } from "../json/loose-value.ts";
import { readJson, readMembers } from "../json/read-json.ts";
import { matchAt } from "../match-at.ts";
import { argumentKeys, nameKeys } from "../names.ts";
import { readEnvelope } from "./envelope.ts";
import { closerAt, findCloser, type ParseContext } from "./parse-context.ts";
import { broken, type CallCandidate, complete, cut, type ParseResult } from "./parse-result.ts";
import { readRawMembers } from "./raw-members.ts";

/** The reason for refusing a call whose arguments continue after their end. */
export const closedEarly = "the object of its arguments is closed before its last member";
const notJson = "the call is not valid JSON";

const rawHead = new RegExp(
  `\\{\\s*(?:"(?:id|type)"\\s*:\\s*"[\\w-]{1,60}"\\s*,\\s*)?"(?:${nameKeys.join("|")})"\\s*:\\s*"([^"\\\\\\n]{1,120})"\\s*,\\s*"(?:${argumentKeys.join("|")})"\\s*:\\s*\\{`,
  "y",
);

/** Reads a call of `name` in JSON with raw quotes and line breaks in its texts, from its first member on, with `depth` open braces. */
function readRaw(context: ParseContext, name: string, at: number, depth: number): ParseResult | undefined {
  const tool = context.tools.find(name);
  const raw = tool && context.fuel.left >= 0 ? readRawMembers(context, tool, at, depth) : undefined;
  if (!raw || raw.reason !== undefined) return raw && broken([], context.limit, raw.reason);
  return complete([{ name, arguments: { kind: "value", value: raw.value } }], raw.end);
}

/** A member after the end of its object, which closed too early; excludes the next call's name. */
const member = /[\s}\]),;]{0,200}(?!["']?(?:tool_)?name["'])["'][^\s"'{}[\]:]{1,60}["']\s{0,10}[:：]/y;

/** Whether a repaired reading spans another call's mark: a missing quote joined both into one text. Valid JSON may contain it. */
function crossesMark({ text, marks }: ParseContext, at: number, end: number): boolean {
  return marks.callMark.test(text.slice(at, end));
}

/** The JSON object at `at` as the arguments of a named call. */
export function readJsonArguments(context: ParseContext, name: string, at: number): ParseResult {
  const { text, fuel, limit } = context;
  if (at >= limit) return cut([], at);
  if (text[at] !== "{") return broken([], at, "the arguments are no JSON object");
  const reading = readJson(text, at, { fuel, limit });
  const crosses = !reading.strict && crossesMark(context, at, reading.end);
  if (reading.ending === "cut" || reading.ending === "broken" || crosses) {
    const raw = reading.twice === undefined ? readRaw(context, name, at + 1, 1) : undefined;
    if (raw) return raw;
    return reading.ending === "cut" ? cut([], limit) : broken([], at, "the arguments are not valid JSON");
  }
  if (matchAt(member, text, reading.end)) return broken([], reading.end, closedEarly);
  const candidate: CallCandidate = { name, arguments: { kind: "value", value: reading.value } };
  if (reading.ending === "open") candidate.open = reading.last;
  return complete([candidate], reading.end);
}

/** `text`: the content of a complete message object: `{"content": …, "tool_calls": […]}`. */
export type JsonCalls = ParseResult & { text?: string };

/** Whether the part before the cut looks like the start of a call to an offered tool. */
function meansCall(value: LooseValue, context: ParseContext): boolean {
  const { tools, memory } = context;
  if (!isObject(value)) return false;
  if (memory.cutShort && (hasKey(value, "tool_calls") || hasKey(value, "function_call"))) return true;
  const inner = [value.tool_calls ?? value.function_call ?? value.function ?? null].flat().at(-1);
  const names = [value.name, value.tool_name, value.tool, inner, value.action];
  const known = (name: string) =>
    tools.find(name) !== undefined ||
    (name.length > 2 && tools.tools.some((tool) => tool.name.startsWith(name)));
  return names.some((name) =>
    typeof name === "string" ? known(name) : isObject(name) && meansCall(name, context),
  );
}

/** The calls in the object at `at`. `loose`: inside explicit marks; `follows`: after other calls, so a truncated one is a call too. */
function callsOf(context: ParseContext, at: number, loose: boolean, follows: boolean): JsonCalls | undefined {
  const { limit, fuel } = context;
  const reading = (context.text[at] === "{" ? readJson : readMembers)(context.text, at, { limit, fuel });
  const { ending, end, value, strict } = reading;
  const refused = (reason: string) => (loose ? broken([], end, reason) : undefined);
  const isBroken = ending === "broken" || (!strict && ending !== "cut" && crossesMark(context, at, end));
  if (isBroken || ending === "cut") {
    const [head = "", name = ""] = matchAt(rawHead, context.text, at) ?? [];
    const raw = reading.twice === undefined && head ? readRaw(context, name, at + head.length, 2) : undefined;
    if (raw) return raw;
    if (ending === "cut") return loose || follows || meansCall(value, context) ? cut([], end) : undefined;
    if (ending === "broken" && !loose && context.tools.find(name))
      return context.memory.cutShort ? cut([], limit) : broken([], limit, notJson);
    return refused(notJson);
  }
  const envelope = readEnvelope(value, context.tools, loose);
  if (envelope.kind === "other") {
    const meant = loose || follows || (context.memory.cutShort && meansCall(value, context));
    if (ending === "open" && meant) return cut([], end);
    return isObject(value) ? refused(envelope.reason ?? "the call names no tool") : undefined;
  }
  if (envelope.kind !== "calls") return undefined;
  if (matchAt(member, context.text, end)) return refused(closedEarly);
  const { candidates, text } = envelope;
  const last = candidates.at(-1);
  if (ending === "open" && last) last.open = reading.last;
  return { ...complete(candidates, end), ...(text !== undefined && { text }) };
}

/** Calls as JSON at `at`: one object, a list, or several in a row. `loose` inside explicit marks. */
export function readJsonCalls(context: ParseContext, from: number, loose: boolean): JsonCalls | undefined {
  const { text, limit } = context;
  const candidates: CallCandidate[] = [];
  let result: JsonCalls | undefined;
  for (let at = skipBlanks(text, from, limit); at < limit; ) {
    if (text[at] === "[") at = skipBlanks(text, at + 1, limit);
    const members = loose && /^["'](?:name|tool_name)["']\s*:/.test(text.slice(at, at + 20));
    if (text[at] !== "{" && !members) break;
    const one = callsOf(context, at, loose, result !== undefined);
    if (!one) return loose ? result : undefined;
    candidates.push(...one.candidates);
    result = { ...one, candidates };
    if (one.ending !== "complete") return result;
    at = skipBlanks(text, one.end, limit);
    for (; at < limit && /[}\],;]/.test(text[at] ?? ""); at = skipBlanks(text, at + 1, limit))
      result = { ...result, end: at + 1 };
  }
  return result;
}

/** The JSON of a call at `at`. If it cannot be read as a whole, it ends at the next closing mark. */
export function readJsonBody(context: ParseContext, at: number): ParseResult | undefined {
  const { text, memory, marks } = context;
  const whole = readJsonCalls(context, at, true);
  if (!whole || context.fuel.left < 0 || whole.ending === "complete") return whole;
  const closer = findCloser(context, Math.max(at, whole.ending === "cut" ? at : whole.end - 200));
  if (closer < 0) return whole;
  const bounded = readJsonCalls({ ...context, limit: closer }, at, true);
  if (bounded?.ending === "complete") return bounded;
  const behind = text.slice(closerAt(context, closer) ?? closer);
  if (memory.cutShort && whole.ending === "cut" && !marks.anyOpen.test(behind)) return whole;
  return broken(bounded?.candidates ?? [], closer, bounded?.reason ?? notJson);
}
