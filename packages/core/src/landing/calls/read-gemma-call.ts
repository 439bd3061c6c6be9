import { skipBlanks } from "../json/blanks.ts";
import { type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import { readLooseScalar } from "../json/read-scalar.ts";
import { complete, cut, type Draft, matchAt, type Reading, type Sight } from "./draft.ts";

const opener = /call:\s*([\w.-]{1,120})\s*\{/y;
const key = /\s*(?:<\|"\|>|<escape>|["'])?([\w.-]{1,120})(?:<\|"\|>|<escape>|["'])?\s*:\s*/y;
const marks = ['<|"|>', "<escape>"];
const bareText = /[^,{}[\]<]+/y;

type Value = { value: LooseValue; end: number } | "cut" | "open" | undefined;

function readMarked(text: string, at: number, mark: string): Value {
  const from = at + mark.length;
  const end = text.indexOf(mark, from);
  return end < 0 ? "cut" : { value: text.slice(from, end), end: end + mark.length };
}

function readList(sight: Sight, at: number, depth: number): Value {
  const items: LooseValue[] = [];
  let index = skipBlanks(sight.text, at + 1);
  while (sight.text[index] !== "]") {
    const item = readValue(sight, index, depth + 1);
    if (typeof item !== "object") return item;
    items.push(item.value);
    index = skipBlanks(sight.text, item.end);
    if (sight.text[index] === ",") index = skipBlanks(sight.text, index + 1);
    else if (sight.text[index] !== "]") return index >= sight.text.length ? "cut" : undefined;
  }
  return { value: items, end: index + 1 };
}

function readValue(sight: Sight, at: number, depth: number): Value {
  const { text, fuel } = sight;
  if (at >= text.length) return "cut";
  if (depth > 50) return undefined;
  const mark = marks.find((one) => text.startsWith(one, at));
  if (mark) return readMarked(text, at, mark);
  if (text[at] === "{") return readMembers(sight, at + 1, depth + 1);
  if (text[at] === "[") return readList(sight, at, depth);
  if (text[at] === '"' || text[at] === "'") {
    const reading = readJson(text, at, { fuel });
    if (reading.ending === "complete") return { value: reading.value, end: reading.end };
    return reading.ending === "broken" ? undefined : "cut";
  }
  const bare = matchAt(bareText, text, at)?.[0];
  if (bare === undefined)
    return marks.some((one) => one.startsWith(text.slice(at, at + 10))) ? "cut" : undefined;
  const end = at + bare.length;
  if (end >= text.length) return "cut";
  const scalar = readLooseScalar(bare.trim(), 0, bare.trim().length);
  const whole = scalar && scalar.end === bare.trim().length && typeof scalar.value !== "string";
  return { value: whole ? scalar.value : bare.trim(), end };
}

function readMembers(sight: Sight, from: number, depth: number): Value {
  const { text } = sight;
  const object: LooseObject = {};
  let at = skipBlanks(text, from);
  while (text[at] !== "}") {
    if (at >= text.length) return "cut";
    const named = matchAt(key, text, at);
    if (named?.[1] === undefined) return text.length - at < 80 ? "cut" : undefined;
    const item = readValue(sight, named.index + named[0].length, depth);
    if (typeof item !== "object") return item;
    setKey(object, named[1], item.value);
    at = skipBlanks(text, item.end);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
    else if (text[at] !== "}") return at >= text.length ? { value: object, end: -1 } : undefined;
  }
  return { value: object, end: at + 1 };
}

/** `call:name{key:<escape>text<escape>}`, as Gemma's function models write it. */
export function readGemmaCall(sight: Sight, from: number): Reading | undefined {
  const { text, fuel } = sight;
  const start = matchAt(opener, text, skipBlanks(text, from));
  const name = start?.[1];
  if (!start || name === undefined) return undefined;
  const brace = start.index + start[0].length - 1;
  const json = readJson(text, brace, { fuel });
  const isJson = /^\{\s*(?:"[^"]*"\s*:|\})/.test(text.slice(brace, brace + 100));
  if (isJson && json.ending === "complete") {
    return complete([{ name, arguments: { kind: "value", value: json.value } }], json.end);
  }
  const members = readMembers(sight, brace + 1, 0);
  if (members === "cut") return cut([], text.length);
  if (typeof members !== "object") return undefined;
  const draft: Draft = { name, arguments: { kind: "value", value: members.value } };
  if (members.end < 0) draft.open = "value";
  return complete([draft], members.end < 0 ? text.length : members.end);
}
