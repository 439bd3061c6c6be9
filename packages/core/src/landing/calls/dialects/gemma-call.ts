import { skipBlanks } from "../../json/blanks.ts";
import { hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "../../json/loose-value.ts";
import { readJson } from "../../json/read-json.ts";
import { readLooseScalar } from "../../json/read-scalar.ts";
import type { CallCandidate } from "../call-candidate.ts";
import { namePattern } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import { isPartOfLacking } from "../values/lacking.ts";
import { bareMemberBehind, closedEarly } from "../values/member-behind.ts";
import { endOfNested, nestedCall } from "../values/nested-call.ts";
import { hasStraySign } from "../values/sound-value.ts";
import type { Dialect } from "./dialect.ts";

const opener = new RegExp(`call:\\s*(${namePattern})\\s*\\{`, "uy");
const key = /\s*(?:<\|"\|>|<escape>|["'])?([\p{L}\p{M}\p{N}_.-]{1,120})(?:<\|"\|>|<escape>|["'])?\s*:\s*/uy;
const marks = ['<|"|>', "<escape>"];
/** Members whose first value stands in ordinary quotes: JavaScript's, in which only the end tells a quote from text. */
const quotedFirst = /^\{\s*(?:'[^'\n]*'|[\p{L}\p{M}\p{N}_.-]{1,120})\s*:\s*["']/u;
/** A part of a mark: what is left of one that was damaged. */
const tornMark = /\|tool_c|<\|"|"\|>|<\|[a-z_]{2}|[a-z_]{2}\|>|\w<\||\|>\w|\|"\||<escap|cape>/;
const wholeToken = /<\|\w{1,40}\|?>|<\w{1,40}\|>/g;
/** The end of a call and the beginning of the next: two values in one. */
const callsMeet = /<\|tool_call>|<start_function_call>/g;
const callEnds = /<tool_call\|>|<end_function_call>/g;
/** The beginning of a call, also without its mark where a value of it follows. */
const callInside =
  /<\|tool_call>|<start_function_call>|call:\s*[\p{L}\p{M}\p{N}_.-]{1,120}\s*\{\s*[\p{L}\p{M}\p{N}_.-]{1,120}\s*:\s*(?:<\|"\|>|<escape>)/gu;
const edges = /(<\|tool_call>|<start_function_call>)|<tool_call\|>|<end_function_call>/g;
/** The end of a call and the beginning of a mark behind it, which is not that of a call as it stands. */
const endsMeet = /(?:<tool_call\|>|<end_function_call>)\s*</;
/** A text without quotes that holds a colon and is no time and no address: two members, or the end of one. */
const notOne = /:(?!\/\/|\d)|(?:^|\D):\d/;
/** A quote that is no apostrophe: a text that stands in marks here needs none. */
const strayQuote = /["`]|(?<!\p{L})'|'(?!\p{L})/u;
/** A piece of the words that its marks are made of. */
const ofMark = /^\W?(?:end_|start_|\w{0,3}function_|tool_c|escape|scape)/;
const bareText = /[^,{}[\]<]+/y;

type Value = { value: LooseValue; end: number } | "cut" | "open" | undefined;

function readMarked(text: string, at: number, mark: string): Value {
  const from = at + mark.length;
  const end = text.indexOf(mark, from);
  if (end < 0) return "cut";
  const value = text.slice(from, end);
  const unpaired = value.split("<tool_call>").length !== value.split("</tool_call>").length;
  return tornMark.test(value.replace(wholeToken, "")) ||
    !callsPair(value) ||
    (unpaired && hasStraySign(value))
    ? undefined
    : { value, end: end + mark.length };
}

/** True if every call that begins inside a value ends in it: otherwise two values were taken for one. */
function callsPair(value: string): boolean {
  const first = value.search(callsMeet);
  if (first < 0) return !endsMeet.test(value);
  const ends = [...value.matchAll(callEnds)];
  return value.match(callsMeet)?.length === ends.length && (ends[0]?.index ?? 0) > first;
}

function readList(context: ParseContext, at: number, depth: number): Value {
  const items: LooseValue[] = [];
  let index = skipBlanks(context.text, at + 1);
  while (context.text[index] !== "]") {
    const item = readValue(context, index, depth + 1);
    if (typeof item !== "object") return item;
    items.push(item.value);
    index = skipBlanks(context.text, item.end);
    if (context.text[index] === ",") index = skipBlanks(context.text, index + 1);
    else if (context.text[index] !== "]") return index >= context.text.length ? "cut" : undefined;
  }
  return { value: items, end: index + 1 };
}

function readValue(context: ParseContext, at: number, depth: number): Value {
  const { text, fuel } = context;
  if (at >= text.length) return "cut";
  if (depth > 50) return undefined;
  const mark = marks.find((one) => text.startsWith(one, at));
  if (mark) return readMarked(text, at, mark);
  if (text[at] === "{") return readMembers(context, at + 1, depth + 1);
  if (text[at] === "[") return readList(context, at, depth);
  if (text[at] === '"' || text[at] === "'") {
    const reading = readJson(text, at, { fuel });
    if (reading.ending === "complete") return { value: reading.value, end: reading.end };
    return reading.ending === "broken" ? undefined : "cut";
  }
  const bare = matchAt(bareText, text, at)?.[0];
  if (bare === undefined)
    return marks.some((one) => one.startsWith(text.slice(at, at + 10))) ? "cut" : undefined;
  if (bare.includes(">") || notOne.test(bare) || ofMark.test(bare) || strayQuote.test(bare)) return undefined;
  const end = at + bare.length;
  if (end >= text.length) return "cut";
  const scalar = readLooseScalar(bare.trim(), 0, bare.trim().length);
  const whole = scalar && scalar.end === bare.trim().length && typeof scalar.value !== "string";
  return { value: whole ? scalar.value : bare.trim(), end };
}

function readMembers(context: ParseContext, from: number, depth: number): Value {
  const { text } = context;
  const object: LooseObject = {};
  let at = skipBlanks(text, from);
  while (text[at] !== "}") {
    if (at >= text.length) return "cut";
    const named = matchAt(key, text, at);
    if (named?.[1] === undefined) return text.length - at < 80 ? "cut" : undefined;
    const item = readValue(context, named.index + named[0].length, depth);
    if (typeof item !== "object") return item;
    // Nothing given twice may be the rest of a value that holds the mark of one.
    const again = hasKey(object, named[1]);
    if (again && (item.value === "" || !sameValue(object[named[1]], item.value))) return undefined;
    setKey(object, named[1], item.value);
    at = skipBlanks(text, item.end);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
    else if (text[at] !== "}") return at >= text.length ? { value: object, end: -1 } : undefined;
  }
  return { value: object, end: at + 1 };
}

/** Where the next call begins, if it begins before this one ends and in one of its values. */
function beginsInValue({ text, fuel }: ParseContext, from: number): number | undefined {
  const begins = nextAt(callInside, text, from);
  fuel.left -= ((begins ?? text.length) - from) / 4;
  if (begins === undefined) return undefined;
  const before = text.slice(from, begins);
  if (nextAt(callEnds, before, 0) !== undefined) return undefined;
  return marks.some((mark) => before.split(mark).length % 2 === 0) ? begins : undefined;
}

function nextAt(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}

/** A call whose members cannot be read, up to its end or the next one: what stands in its values is data, and no call. */
function unreadable(text: string, from: number): ParseResult | undefined {
  const next = nextAt(callsMeet, text, from);
  const call = text.slice(from, next);
  const end = nextAt(callEnds, call, 0);
  if (!marks.some((mark) => call.slice(0, end).includes(mark))) return undefined;
  const until =
    end === undefined && next !== undefined ? endOfNested(text, next, edges) : from + (end ?? call.length);
  return broken([], until, "the members cannot be read");
}

/** What ends a call, begins one, or marks a value. */
const markBehind =
  /<tool_call\|>|<end_function_call>|<\|tool_call>|<start_function_call>|call:|(<\|"\|>|<escape>)/g;
/** What a cut left of the end of a call. */
const cutEnd = /^<\/?[\w|]{0,20}$/;
/** What may stand in its place: the end of a turn, or of a text. */
const otherEnd = /<\|?(?:turn|end_of_turn|start_of_turn|eos|eot_id|im_end)\|?>/g;
const anyBegin = /<\|tool_call>|<start_function_call>|call:/g;
/** What begins a call, or marks the end of a member. */
const memberEnd = /<\|tool_call>|<start_function_call>|call:|(<\|"\|>|<escape>)\s*[,}]/g;

/** True if a value is marked behind the members that end at `at` and before their call ends, or a member ends before the next: they were closed inside of it. */
function valueBehind(text: string, at: number): boolean {
  const next = text.slice(at, nextAt(anyBegin, text, at));
  const end = nextAt(callEnds, next, 0);
  const between = next.slice(0, end).trim();
  if (end !== undefined && between !== "") return true;
  if (end === undefined && /[<>]/.test(between.replace(otherEnd, "")) && !cutEnd.test(between)) return true;
  return [markBehind, memberEnd].some((pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[1] !== undefined;
  });
}

/** `call:name{key:<escape>text<escape>}`, as Gemma's function models write it. */
function readGemmaCall(context: ParseContext, from: number): ParseResult | undefined {
  const { text, fuel } = context;
  const start = matchAt(opener, text, skipBlanks(text, from));
  const name = start?.[1];
  if (!start || name === undefined) return undefined;
  const brace = start.index + start[0].length - 1;
  const json = readJson(text, brace, { fuel, keys: context.tools.keysOf(name) });
  const isJson = /^\{\s*(?:"[^"]*"\s*:|\})/.test(text.slice(brace, brace + 100));
  const whole = json.ending === "complete" ? text.slice(brace, json.end) : "";
  const isQuoted = quotedFirst.test(whole.slice(0, 200)) && !marks.some((mark) => whole.includes(mark));
  if (json.ending === "complete" && (isJson || isQuoted)) {
    return complete([{ name, arguments: { kind: "value", value: json.value } }], json.end);
  }
  const inside = beginsInValue(context, brace + 1);
  if (inside !== undefined) return broken([], endOfNested(text, inside, edges), nestedCall);
  const members = readMembers(context, brace + 1, 0);
  if (members === "cut") return cut([], text.length);
  if (typeof members !== "object") return unreadable(text, brace);
  const tool = context.tools.find(name);
  const given = members.value as LooseObject;
  if (tool && Object.keys(given).some((key) => isPartOfLacking(tool, key, (other) => !hasKey(given, other))))
    return broken([], members.end < 0 ? text.length : members.end, "a parameter's name is damaged");
  if (members.end >= 0 && (bareMemberBehind(text, members.end) || valueBehind(text, members.end)))
    return broken([], members.end, closedEarly);
  const candidate: CallCandidate = { name, arguments: { kind: "value", value: members.value } };
  if (members.end < 0) candidate.open = "value";
  return complete([candidate], members.end < 0 ? text.length : members.end);
}

/** Only calls to offered tools: without a mark, `call:` is an ordinary word. */
function readOffered(context: ParseContext, at: number): ParseResult | undefined {
  const result = readGemmaCall(context, at);
  if (result?.ending === "cut" && result.candidates.length === 0) {
    const name = /^call:\s*([\p{L}\p{M}\p{N}_.-]+)/u.exec(context.text.slice(at, at + 140))?.[1];
    return name !== undefined && context.tools.find(name) ? result : undefined;
  }
  const known = result?.candidates.every((candidate) => context.tools.find(candidate.name) !== undefined);
  return result && result.candidates.length > 0 && known ? result : undefined;
}

export const gemmaCall: Dialect = {
  name: "gemma",
  begins: /c/,
  stops: ["call:"],
  alone: readOffered,
  marked: readGemmaCall,
};
