import { skipBlanks } from "../json/blanks.ts";
import { hasKey, isObject, type LooseValue } from "../json/loose-value.ts";
import type { JsonReading } from "../json/read-json.ts";
import { readJson, readMembers } from "../json/read-json.ts";
import { balancedEnd } from "./balanced-end.ts";
import type { CallCandidate } from "./call-candidate.ts";
import { callKeys, type Envelope, readEnvelope } from "./envelope.ts";
import { closedEarly, crossesMark, memberBehind, notJson } from "./json-arguments.ts";
import type { ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";
import { opensCall, readRawCall } from "./raw-texts.ts";

/** Text that was wrapped into a whole message: `{"content": …, "tool_calls": […]}`. */
export type JsonCalls = ParseResult & { text?: string };

function adopt(
  value: LooseValue,
  context: ParseContext,
  loose: boolean,
  candidates: CallCandidate[],
): Envelope {
  const envelope = readEnvelope(value, context.tools, loose);
  if (envelope.kind === "calls") candidates.push(...envelope.candidates);
  return envelope;
}

/** True if what could be read before the cut looks like the beginning of a call to an offered tool. */
function meansCall(value: LooseValue, context: ParseContext, loose: boolean): boolean {
  if (!isObject(value)) return loose;
  const envelope = value.tool_calls ?? value.function_call ?? value.function;
  const inner = Array.isArray(envelope) ? envelope.at(-1) : envelope;
  if (isObject(inner) && meansCall(inner, context, loose)) return true;
  if (context.memory.cutShort && (hasKey(value, "tool_calls") || hasKey(value, "function_call"))) return true;
  const names = [value.name, value.tool_name, value.tool, value.function, value.action];
  const known = (name: string) =>
    context.tools.find(name) !== undefined ||
    (name.length > 2 && context.tools.tools.some((tool) => tool.name.startsWith(name)));
  return loose || names.some((name) => typeof name === "string" && known(name));
}

function readOne(context: ParseContext, at: number, limit: number): JsonReading {
  const settings = { limit, fuel: context.fuel, keys: context.tools.keysWith(callKeys) };
  const quoted = context.text[at] === '"' || context.text[at] === "'";
  return quoted ? readMembers(context.text, at, settings) : readJson(context.text, at, settings);
}

/** `follows`: calls stand before this value, so a cut one was meant as a call too. */
function finish(
  at: number,
  reading: JsonReading,
  context: ParseContext,
  loose: boolean,
  candidates: CallCandidate[],
  limit: number,
  follows = candidates.length > 0,
): JsonCalls | undefined {
  if (
    !reading.strict &&
    reading.twice === undefined &&
    (reading.ending === "cut" || reading.ending === "broken" || crossesMark(context, at, reading.end))
  ) {
    const raw = readRawCall(context, at, limit);
    if (raw) return { ...raw, candidates: [...candidates, ...raw.candidates] };
  }
  if (reading.ending === "cut") {
    return follows || meansCall(reading.value, context, loose) ? cut(candidates, reading.end) : undefined;
  }
  if (reading.ending === "broken" && !loose && opensCall(context, at))
    return context.memory.cutShort ? cut(candidates, limit) : broken(candidates, limit, notJson);
  if (reading.ending === "broken") {
    return loose ? broken(candidates, reading.end, notJson) : undefined;
  }
  if (!reading.strict && crossesMark(context, at, reading.end))
    return loose ? broken(candidates, reading.end, notJson) : undefined;
  const before = candidates.length;
  const envelope = adopt(reading.value, context, loose, candidates);
  if (envelope.kind === "other" && reading.ending === "open") {
    const meant = loose || follows || (context.memory.cutShort && meansCall(reading.value, context, loose));
    if (meant) return cut(candidates, reading.end);
  }
  if (envelope.kind === "other" && loose && isObject(reading.value)) {
    return broken(candidates, reading.end, envelope.reason ?? "the call names no tool");
  }
  if (envelope.kind !== "calls") return undefined;
  if (memberBehind(context.text, reading.end)) {
    candidates.length = before;
    return loose ? broken(candidates, reading.end, closedEarly) : undefined;
  }
  if (reading.ending === "open") {
    const last = candidates.at(-1);
    if (last && candidates.length > before) last.open = reading.last;
  }
  const result = complete(candidates, reading.end);
  return envelope.text === undefined ? result : { ...result, text: envelope.text };
}

/** The elements of `[…]`, one by one, so that complete ones survive a broken one, and a cut in a later one. */
function readList(context: ParseContext, at: number, limit: number, loose: boolean): JsonCalls | undefined {
  const candidates: CallCandidate[] = [];
  /** Why an element is no call; the others are calls all the same. */
  let reason: string | undefined;
  const done = (end: number) =>
    reason === undefined ? complete(candidates, end) : broken(candidates, end, reason);
  let index = skipBlanks(context.text, at + 1, limit);
  while (index < limit && context.text[index] === "{") {
    const reading = readOne(context, index, limit);
    const part = finish(index, reading, context, loose, candidates, limit);
    const behind =
      part?.ending === "broken" && loose
        ? balancedEnd(context.text, index, limit, '"', context.fuel)
        : undefined;
    if (behind !== undefined) reason ??= part?.reason ?? notJson;
    else if (part?.ending !== "complete" || reading.ending === "open") return part;
    index = skipBlanks(context.text, behind ?? part?.end ?? index, limit);
    while (context.text[index] === "}" && index < limit) index = skipBlanks(context.text, index + 1, limit);
    if (context.text[index] === ",") index = skipBlanks(context.text, index + 1, limit);
  }
  if (candidates.length === 0 && reason === undefined) return undefined;
  if (context.text[index] === "]" && index < limit) return done(index + 1);
  if (index >= limit) return done(limit);
  return /^[<[`;]/.test(context.text.slice(index, index + 1)) ? done(index) : undefined;
}

/**
 * Calls written as JSON at `at`: one object, a list, or several one after the other. `loose` inside explicit markers.
 */
export function readJsonCalls(
  context: ParseContext,
  from: number,
  loose: boolean,
  limit = context.text.length,
): JsonCalls | undefined {
  const { text } = context;
  let at = skipBlanks(text, from, limit);
  const candidates: CallCandidate[] = [];
  let result: JsonCalls | undefined;
  while (at < limit) {
    const char = text[at];
    const members = loose && /^["'](?:name|tool_name)["']\s*:/.test(text.slice(at, at + 20));
    if (char !== "{" && char !== "[" && !members) break;
    const one =
      char === "["
        ? readList(context, at, limit, loose)
        : finish(at, readOne(context, at, limit), context, loose, [], limit, result !== undefined);
    if (!one) return loose && result ? result : undefined;
    candidates.push(...one.candidates);
    result = { ...one, candidates };
    if (one.ending !== "complete") return result;
    at = skipBlanks(text, one.end, limit);
    while (at < limit && (text[at] === "}" || text[at] === "]" || text[at] === "," || text[at] === ";")) {
      result = { ...result, end: at + 1 };
      at = skipBlanks(text, at + 1, limit);
    }
  }
  return result;
}
