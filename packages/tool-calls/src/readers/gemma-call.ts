import type { GemmaForm } from "../grammar/compile.ts";
import { skipBlanks } from "../json/blanks.ts";
import { hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import { readLooseScalar } from "../json/read-scalar.ts";
import type { CallCandidate } from "./call-candidate.ts";
import { closedEarly } from "./json-arguments.ts";
import { findCloser, matchAt, type ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";

const plainKey = /\s*(?:["'])?([\p{L}\p{M}\p{N}_.-]{1,120})(?:["'])?\s*:\s*/uy;
const bareText = /[^,{}[\]<]+/y;
/** A text without quotes that holds a colon and is no time and no address: two members, or the end of one. */
const notOne = /:(?!\/\/|\d)|(?:^|\D):\d|["`>]/;
const memberBehind = /[\s}\]),;]{0,40}(?![\s}\]),;]|call:)[^\s{}<>:]{1,80}:(?=\S)/y;
const deepest = 50;

type Value = { value: LooseValue; end: number } | "cut" | undefined;

class Members {
  readonly context: ParseContext;
  readonly quote: string;

  constructor(context: ParseContext, quote: string) {
    this.context = context;
    this.quote = quote;
  }

  /** A text between the family's own quotes, in which nothing is escaped. */
  quoted(at: number): Value {
    const { text, marks } = this.context;
    const from = at + this.quote.length;
    const end = text.indexOf(this.quote, from);
    if (end < 0) return "cut";
    const value = text.slice(from, end);
    // Another call between them: a quote is missing, and two values were taken for one.
    marks.anyClose.lastIndex = 0;
    const opens = marks.gemma.some(({ inside }) => inside.test(value)) && !marks.anyClose.test(value);
    return opens ? undefined : { value, end: end + this.quote.length };
  }

  list(at: number, depth: number): Value {
    const { text } = this.context;
    const items: LooseValue[] = [];
    let index = skipBlanks(text, at + 1);
    while (text[index] !== "]") {
      const item = this.value(index, depth + 1);
      if (typeof item !== "object") return item;
      items.push(item.value);
      index = skipBlanks(text, item.end);
      if (text[index] === ",") index = skipBlanks(text, index + 1);
      else if (text[index] !== "]") return index >= text.length ? "cut" : undefined;
    }
    return { value: items, end: index + 1 };
  }

  value(at: number, depth: number): Value {
    const { text, fuel } = this.context;
    if (at >= text.length) return "cut";
    if (depth > deepest || fuel.left < 0) return undefined;
    if (text.startsWith(this.quote, at)) return this.quoted(at);
    if (text[at] === "{") return this.members(at + 1, depth + 1);
    if (text[at] === "[") return this.list(at, depth);
    if (text[at] === '"' || text[at] === "'") {
      const reading = readJson(text, at, { fuel });
      if (reading.ending === "complete") return { value: reading.value, end: reading.end };
      return reading.ending === "broken" ? undefined : "cut";
    }
    const bare = matchAt(bareText, text, at)?.[0];
    if (bare === undefined) return this.quote.startsWith(text.slice(at, at + 10)) ? "cut" : undefined;
    const trimmed = bare.trim();
    if (notOne.test(trimmed)) return undefined;
    const end = at + bare.length;
    fuel.left -= bare.length;
    if (end >= text.length) return "cut";
    const scalar = readLooseScalar(trimmed, 0, trimmed.length);
    const whole = scalar && scalar.end === trimmed.length && typeof scalar.value !== "string";
    return { value: whole ? scalar.value : trimmed, end };
  }

  key(at: number): { name: string; end: number } | undefined {
    const { text } = this.context;
    const blank = skipBlanks(text, at);
    if (!text.startsWith(this.quote, blank)) {
      const found = matchAt(plainKey, text, at);
      return found?.[1] === undefined ? undefined : { name: found[1], end: at + found[0].length };
    }
    const end = text.indexOf(this.quote, blank + this.quote.length);
    const colon = end < 0 ? -1 : skipBlanks(text, end + this.quote.length);
    if (colon < 0 || text[colon] !== ":" || end - blank > 160) return undefined;
    return { name: text.slice(blank + this.quote.length, end), end: skipBlanks(text, colon + 1) };
  }

  /** The members behind an opening brace; `end` is -1 where only the closing one is missing. */
  members(from: number, depth: number): Value {
    const { text } = this.context;
    const object: LooseObject = {};
    let at = skipBlanks(text, from);
    while (text[at] !== "}") {
      if (at >= text.length) return "cut";
      const key = this.key(at);
      if (!key) return text.length - at < 80 ? "cut" : undefined;
      const item = this.value(key.end, depth);
      if (typeof item !== "object") return item;
      if (hasKey(object, key.name) && !sameValue(object[key.name], item.value)) return undefined;
      setKey(object, key.name, item.value);
      at = skipBlanks(text, item.end);
      if (text[at] === ",") at = skipBlanks(text, at + 1);
      else if (text[at] !== "}") return at >= text.length ? { value: object, end: -1 } : undefined;
    }
    return { value: object, end: at + 1 };
  }
}

/** `call:name{key:<escape>text<escape>}`, as Gemma's function models write it; JSON behind the name will do. */
export function readGemma(
  context: ParseContext,
  { head, quotes }: GemmaForm,
  from: number,
): ParseResult | undefined {
  const { text, fuel } = context;
  const start = matchAt(head, text, from);
  const name = start?.groups?.name;
  if (!start || name === undefined) return undefined;
  const brace = from + start[0].length;
  const json = readJson(text, brace, { fuel, keys: context.tools.keysOf(name) });
  const isJson =
    json.ending === "complete" && !quotes.some((quote) => text.slice(brace, json.end).includes(quote));
  const quoted = /^\{\s*(?:"[^"]*"\s*:|\}|(?:'[^'\n]*'|[\p{L}\p{M}\p{N}_.-]{1,120})\s*:\s*["'])/u;
  if (isJson && quoted.test(text.slice(brace, brace + 200)))
    return complete([{ name, arguments: { kind: "value", value: json.value } }], json.end);
  const near = text.slice(brace, brace + 400);
  const used = quotes.find((quote) => near.includes(quote)) ?? quotes[0] ?? '"';
  const members = new Members(context, used).members(brace + 1, 0);
  if (members === "cut") return cut([], text.length);
  if (members === undefined) {
    const end = findCloser(context, brace);
    return broken([], end < 0 ? text.length : end, "the members cannot be read");
  }
  if (members.end >= 0 && matchAt(memberBehind, text, members.end))
    return broken([], members.end, closedEarly);
  const candidate: CallCandidate = { name, arguments: { kind: "value", value: members.value } };
  if (members.end < 0) candidate.open = "value";
  return complete([candidate], members.end < 0 ? text.length : members.end);
}

/** Only calls to offered tools: without a mark, what opens a call is an ordinary word. */
export function readGemmaAlone(context: ParseContext, form: GemmaForm, at: number): ParseResult | undefined {
  const name = matchAt(form.head, context.text, at)?.groups?.name;
  if (name === undefined || !context.tools.find(name)) return undefined;
  const result = readGemma(context, form, at);
  return result?.ending === "broken" ? undefined : result;
}
