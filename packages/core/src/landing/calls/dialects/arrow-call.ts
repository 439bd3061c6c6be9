import { skipBlanks } from "../../json/blanks.ts";
import { readJson } from "../../json/read-json.ts";
import type { CallCandidate, Field } from "../call-candidate.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import { closedEarly } from "../values/member-behind.ts";
import type { Dialect } from "./dialect.ts";

const opener =
  /\{\s*(?:tool|name)\s*=>\s*["']([\p{L}\p{M}\p{N}_.:-]{1,120})["']\s*,?\s*(?:(?:args|arguments|parameters)\s*=>\s*)?/uy;
const option = /--([\p{L}\p{M}\p{N}_-]{1,120})[ \t]*(?:=[ \t]*)?/uy;
const line = /[^\n]*/y;
const closers = /\s*\}(?:\s*\})?/y;
const partial = /^\s*(?:\}\s*|-{1,2}[\w-]*)?$/;

/** The options of `{ --key "value" … }`; "cut" if the output ran out inside one. */
function readOptions(context: ParseContext, from: number): { fields: Field[]; end: number } | "cut" {
  const { text, fuel } = context;
  const fields: Field[] = [];
  let at = skipBlanks(text, from);
  for (let match = matchAt(option, text, at); match?.[1] !== undefined; match = matchAt(option, text, at)) {
    const start = at + match[0].length;
    const quoted = /["'[{]/.test(text[start] ?? "");
    const reading = quoted ? readJson(text, start, { fuel }) : undefined;
    const end = reading ? reading.end : start + (matchAt(line, text, start)?.[0].length ?? 0);
    if (end >= text.length || (reading && reading.ending !== "complete")) return "cut";
    const value =
      reading && typeof reading.value === "string" ? reading.value : text.slice(start, end).trim();
    fields.push({ name: match[1], text: value });
    at = skipBlanks(text, end);
    if (text[at] === ",") at = skipBlanks(text, at + 1);
  }
  return { fields, end: at };
}

/** `{tool => "name", args => { --key "value" }}`, as MiniMax falls back to. */
function readArrowCall(context: ParseContext, at: number): ParseResult | undefined {
  const { text, fuel } = context;
  const head = matchAt(opener, text, at);
  const name = head?.[1];
  if (!head || name === undefined) return undefined;
  const inner = at + head[0].length;
  const options = skipBlanks(text, inner + (text[inner] === "{" ? 1 : 0));
  if (text[inner] === "{" && !text.startsWith("--", options) && text[options] !== "}") {
    const reading = readJson(text, inner, { fuel, keys: context.tools.keysOf(name) });
    if (reading.ending === "cut") return cut([], text.length);
    if (reading.ending === "broken") return undefined;
    const candidate: CallCandidate = { name, arguments: { kind: "value", value: reading.value } };
    return complete([candidate], reading.end + (matchAt(closers, text, reading.end)?.[0].length ?? 0));
  }
  const read = readOptions(context, options);
  if (read === "cut") return cut([], text.length);
  const end = read.end + (matchAt(closers, text, read.end)?.[0].length ?? 0);
  if (/^[\s,]{0,40}--[\w-]/.test(text.slice(end, end + 60))) return broken([], end, closedEarly);
  if (end === read.end) return partial.test(text.slice(end, end + 20)) ? cut([], text.length) : undefined;
  return complete([{ name, arguments: { kind: "fields", fields: read.fields } }], end);
}

export const arrowCall: Dialect = { name: "arrows", begins: /\{/, marked: readArrowCall };
