import type { NamedForm } from "../grammar/compile.ts";
import { namePattern } from "../grammar/template.ts";
import { skipBlanks } from "../json/blanks.ts";
import { matchAt } from "../match-at.ts";
import { readJsonArguments } from "./json-calls.ts";
import { closerAt, findCloser, openerAt, type ParseContext } from "./parse-context.ts";
import { broken, type CallArguments, complete, cut, type ParseResult } from "./parse-result.ts";

const persons = /^(?:assistant|user|self|all)$/;
const fence = /```\w*\s*/y;
const anyToken = /<[|｜][^<>\n]{1,60}[|｜]>|<\/\w{1,40}>/g;

/** A name in the syntax of `form` and its JSON arguments; without an object, a text up to the end. */
export function readNamed(context: ParseContext, form: NamedForm, from: number): ParseResult | undefined {
  const { text, tools, marks, memory } = context;
  const opener = matchAt(form.head, text, from);
  const name = opener?.groups?.name;
  if (!opener || name === undefined || persons.test(name)) return undefined;
  let at = from + opener[0].length;
  const cutHere = memory.cutShort && text.length - at < 5 && /^\w*$/.test(text.slice(at));
  if ((cutHere || at >= text.length) && (tools.find(name) || tools.begins(name))) return cut([], text.length);
  if (form.alone && !tools.find(name) && text[at] !== "{") return undefined;
  at += matchAt(fence, text, at)?.[0].length ?? 0;
  if (text[at] === "{") {
    const result = readJsonArguments(context, name, at);
    if (result.ending !== "complete") return result;
    const next = skipBlanks(text, result.end);
    const fenced = text.startsWith("```", next) ? next + 3 : result.end;
    const ends = form.end && matchAt(form.end, text, skipBlanks(text, fenced));
    return { ...result, end: ends ? ends.index + ends[0].length : fenced };
  }
  const isTool = opener[0].includes("functions.");
  if (!form.alone || !form.end || !/[|｜:\w]>\s*$/.test(opener[0]) || (openerAt(context, at) && !isTool))
    return undefined;
  if (isTool && marks.anyOpen.test(text.slice(at, at + 60))) {
    const closer = findCloser(context, at);
    return broken([], closer < 0 ? text.length : closer, "it holds another call");
  }
  // Ordinary text in place of arguments.
  anyToken.lastIndex = at;
  const end = anyToken.exec(text);
  if (!end) return cut([], text.length);
  const body = text.slice(at, end.index).trim();
  const given: CallArguments = body === "" ? { kind: "fields", fields: [] } : { kind: "text", text: body };
  const own = matchAt(form.end, text, end.index);
  return complete([{ name, arguments: given }], end.index + (own?.[0].length ?? 0));
}

const plainName =
  /([\p{L}_][\p{L}\p{M}\p{N}_.:-]{0,120})[ \t]*(?:[:=]\s*|\n\s*)?(?:<[|｜][^<>\n]{1,40}[|｜]>\s*)?(?:```(?:json)?\s*)?(?=\{)/uy;

/** `name{…}`, `name: {…}`, `name` and JSON on the next line: an offered tool's name before its arguments. */
export function readPlainNamed(context: ParseContext, from: number): ParseResult | undefined {
  const [opener, name] = matchAt(plainName, context.text, from) ?? [];
  return opener === undefined || name === undefined
    ? undefined
    : readJsonArguments(context, name, from + opener.length);
}

const nameAlone = new RegExp(`(?<name>${namePattern})\\s*`, "uy");

/** Only an offered tool's name before a closing mark. */
export function readNameAlone(context: ParseContext, at: number): ParseResult | undefined {
  const { text, tools, marks } = context;
  for (const head of [nameAlone, ...marks.tags.flatMap((form) => (form.bareHead ? [form.head] : []))]) {
    const match = matchAt(head, text, at);
    const name = match?.groups?.name;
    const end = at + (match?.[0].length ?? 0);
    if (name !== undefined && tools.find(name) && closerAt(context, end) !== undefined)
      return complete([{ name, arguments: { kind: "fields", fields: [] } }], end);
  }
  return undefined;
}
