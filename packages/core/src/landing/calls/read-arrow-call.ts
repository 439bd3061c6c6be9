import { skipBlanks } from "../json/blanks.ts";
import { readJson } from "../json/read-json.ts";
import { complete, cut, type Draft, type Field, matchAt, type Reading, type Sight } from "./draft.ts";

const opener =
  /\{\s*(?:tool|name)\s*=>\s*["']([\w.:-]{1,120})["']\s*,?\s*(?:(?:args|arguments|parameters)\s*=>\s*)?/y;
const option = /--([\w-]{1,120})[ \t]*(?:=[ \t]*)?/y;
const line = /[^\n]*/y;
const closers = /\s*\}(?:\s*\})?/y;
const partial = /^\s*(?:\}\s*|-{1,2}[\w-]*)?$/;

/** The options of `{ --key "value" … }`; "cut" if the output ran out inside one. */
function readOptions(sight: Sight, from: number): { fields: Field[]; end: number } | "cut" {
  const { text, fuel } = sight;
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
export function readArrowCall(sight: Sight, at: number): Reading | undefined {
  const { text, fuel } = sight;
  const head = matchAt(opener, text, at);
  const name = head?.[1];
  if (!head || name === undefined) return undefined;
  const inner = at + head[0].length;
  const options = skipBlanks(text, inner + (text[inner] === "{" ? 1 : 0));
  if (text[inner] === "{" && !text.startsWith("--", options) && text[options] !== "}") {
    const reading = readJson(text, inner, { fuel });
    if (reading.ending === "cut") return cut([], text.length);
    if (reading.ending === "broken") return undefined;
    const draft: Draft = { name, arguments: { kind: "value", value: reading.value } };
    return complete([draft], reading.end + (matchAt(closers, text, reading.end)?.[0].length ?? 0));
  }
  const read = readOptions(sight, options);
  if (read === "cut") return cut([], text.length);
  const end = read.end + (matchAt(closers, text, read.end)?.[0].length ?? 0);
  if (end === read.end) return partial.test(text.slice(end, end + 20)) ? cut([], text.length) : undefined;
  return complete([{ name, arguments: { kind: "fields", fields: read.fields } }], end);
}
