import { skipBlanks } from "../json/blanks.ts";
import type { JsonReading } from "../json/json-reader.ts";
import { hasKey, isObject, type LooseValue } from "../json/loose-value.ts";
import { readJson, readMembers } from "../json/read-json.ts";
import { broken, complete, cut, type Draft, type Reading, type Sight } from "./draft.ts";
import { type Envelope, readEnvelope } from "./envelope.ts";

/** Text that was wrapped into a whole message: `{"content": …, "tool_calls": […]}`. */
export type JsonCalls = Reading & { text?: string };

function adopt(value: LooseValue, sight: Sight, loose: boolean, drafts: Draft[]): Envelope {
  const envelope = readEnvelope(value, sight.tools, loose);
  if (envelope.kind === "calls") drafts.push(...envelope.drafts);
  return envelope;
}

/** True if what could be read before the cut looks like the beginning of a call to an offered tool. */
function meansCall(value: LooseValue, sight: Sight, loose: boolean): boolean {
  if (!isObject(value)) return loose;
  const envelope = value.tool_calls ?? value.function_call ?? value.function;
  const inner = Array.isArray(envelope) ? envelope.at(-1) : envelope;
  if (isObject(inner) && meansCall(inner, sight, loose)) return true;
  if (sight.memory.cutShort && (hasKey(value, "tool_calls") || hasKey(value, "function_call"))) return true;
  const names = [value.name, value.tool_name, value.tool, value.function, value.action];
  const known = (name: string) =>
    sight.tools.find(name) !== undefined ||
    (name.length > 2 && sight.tools.tools.some((tool) => tool.name.startsWith(name)));
  return loose || names.some((name) => typeof name === "string" && known(name));
}

function readOne(sight: Sight, at: number, limit: number): JsonReading {
  const settings = { limit, fuel: sight.fuel };
  const quoted = sight.text[at] === '"' || sight.text[at] === "'";
  return quoted ? readMembers(sight.text, at, settings) : readJson(sight.text, at, settings);
}

/** `follows`: calls stand before this value, so a cut one was meant as a call too. */
function finish(
  reading: JsonReading,
  sight: Sight,
  loose: boolean,
  drafts: Draft[],
  follows = drafts.length > 0,
): JsonCalls | undefined {
  if (reading.ending === "cut") {
    return follows || meansCall(reading.value, sight, loose) ? cut(drafts, reading.end) : undefined;
  }
  if (reading.ending === "broken") {
    return loose ? broken(drafts, reading.end, "the call is not valid JSON") : undefined;
  }
  const before = drafts.length;
  const envelope = adopt(reading.value, sight, loose, drafts);
  if (envelope.kind === "other" && reading.ending === "open") {
    const meant = loose || follows || (sight.memory.cutShort && meansCall(reading.value, sight, loose));
    if (meant) return cut(drafts, reading.end);
  }
  if (envelope.kind === "other" && loose && isObject(reading.value)) {
    return broken(drafts, reading.end, "the call names no tool");
  }
  if (envelope.kind !== "calls") return undefined;
  if (reading.ending === "open") {
    const last = drafts.at(-1);
    if (last && drafts.length > before) last.open = reading.last;
  }
  const result = complete(drafts, reading.end);
  return envelope.text === undefined ? result : { ...result, text: envelope.text };
}

/** The elements of `[…]`, one by one, so that complete ones survive a cut in a later one. */
function readList(sight: Sight, at: number, limit: number, loose: boolean): JsonCalls | undefined {
  const drafts: Draft[] = [];
  let index = skipBlanks(sight.text, at + 1, limit);
  while (index < limit && sight.text[index] === "{") {
    const reading = readOne(sight, index, limit);
    const part = finish(reading, sight, loose, drafts);
    if (part?.ending !== "complete" || reading.ending === "open") return part;
    index = skipBlanks(sight.text, part.end, limit);
    while (sight.text[index] === "}" && index < limit) index = skipBlanks(sight.text, index + 1, limit);
    if (sight.text[index] === ",") index = skipBlanks(sight.text, index + 1, limit);
  }
  if (drafts.length === 0) return undefined;
  if (sight.text[index] === "]" && index < limit) return complete(drafts, index + 1);
  if (index >= limit) return complete(drafts, limit);
  return /^[<[`;]/.test(sight.text.slice(index, index + 1)) ? complete(drafts, index) : undefined;
}

/**
 * Calls written as JSON at `at`: one object, a list, or several one after the other. `loose` inside explicit markers.
 */
export function readJsonCalls(
  sight: Sight,
  from: number,
  loose: boolean,
  limit = sight.text.length,
): JsonCalls | undefined {
  const { text } = sight;
  let at = skipBlanks(text, from, limit);
  const drafts: Draft[] = [];
  let result: JsonCalls | undefined;
  while (at < limit) {
    const char = text[at];
    const members = loose && /^["'](?:name|tool_name)["']\s*:/.test(text.slice(at, at + 20));
    if (char !== "{" && char !== "[" && !members) break;
    const one =
      char === "["
        ? readList(sight, at, limit, loose)
        : finish(readOne(sight, at, limit), sight, loose, [], result !== undefined);
    if (!one) return loose && result ? result : undefined;
    drafts.push(...one.drafts);
    result = { ...one, drafts };
    if (one.ending !== "complete") return result;
    at = skipBlanks(text, one.end, limit);
    while (at < limit && (text[at] === "}" || text[at] === "]" || text[at] === "," || text[at] === ";")) {
      result = { ...result, end: at + 1 };
      at = skipBlanks(text, at + 1, limit);
    }
  }
  return result;
}
