import { marksOf } from "../grammar/compile.ts";
import { skipBlanks } from "../json/blanks.ts";
import { matchAt } from "../match-at.ts";
import { readGemma } from "../readers/gemma-call.ts";
import { readJsonBody, readJsonCalls } from "../readers/json-calls.ts";
import { readNameAlone, readNamed, readPlainNamed } from "../readers/named-call.ts";
import { closerAt, findCloser, mostCalls, openerAt, type ParseContext } from "../readers/parse-context.ts";
import { type CallCandidate, complete, cut, type ParseResult } from "../readers/parse-result.ts";
import { readMarkedPython } from "../readers/python-call.ts";
import { readTagged } from "../readers/tagged-call.ts";

const fence = /```[\w-]*[ \t]*\n?/y;
const blanks = /(?:\s|\\n)*/y;
const between = /(?:\s|```|\\n|[}\]),;])*/y;
const nameStart = /[\p{L}_]/u;
const deepest = 4;

/** The possible readings of a call at `at`: in any active family's syntax, in JSON and in Python. */
function* readings(context: ParseContext, at: number, depth: number): Iterable<ParseResult | undefined> {
  const { text, marks } = context;
  const char = text[at] ?? " ";
  const isName = nameStart.test(char);
  for (const form of marks.tags) yield readTagged(context, form, at);
  for (const form of marks.named) yield readNamed(context, form, at);
  if ("{[\"'".includes(char)) yield readJsonBody(context, at);
  for (const form of marks.gemma) yield readGemma(context, form, at);
  if (isName) yield readNameAlone(context, at);
  if (isName || char === "[") yield readMarkedPython(context, at);
  if (isName) yield readPlainNamed(context, at);
  if (depth < deepest) yield readMarkedCall(context, at, depth + 1);
}

function firstOf(readings: Iterable<ParseResult | undefined>): ParseResult | undefined {
  for (const found of readings) if (found) return found;
  return undefined;
}

/** Skips closing marks; returns whether there was one. */
function skipClosers(context: ParseContext, from: number): { end: number; closed: boolean } {
  let at = from;
  let closed = false;
  for (;;) {
    const next = at + (matchAt(between, context.text, at)?.[0].length ?? 0);
    const end = closerAt(context, next);
    if (end === undefined) return { end: at, closed };
    at = end;
    closed = true;
  }
}

const partialTag = /^<\/?[\w:|｜="\s-]*$/;
/** What may occur between a tool's name and its arguments: tokens, bracketed words, an index, a fence. */
const besideName = /<[^<>{}]*>?|\[[^\]{}]*\]?|`{1,3}\w*|:\d*/g;

/** Whether the text could be the first characters of a call to an offered tool. */
function isBeginning({ tools, marks }: ParseContext, rest: string): boolean {
  if (partialTag.test(rest) || /^\[\s*$/.test(rest)) return true;
  const words = rest.replace(/^\[/, "").replaceAll(besideName, " ").trim().split(/\s+/);
  const name = words.at(-1) ?? "";
  const isName = words.length <= 3 && /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u.test(name);
  const known = tools.find(name) !== undefined || tools.begins(name);
  return isName && (known || marks.heads.some((head) => head.startsWith(rest.toLowerCase())));
}

/** JSON after other text, before the closing mark. */
function lateBody(context: ParseContext, at: number): ParseResult | undefined {
  const closer = findCloser(context, at);
  const brace = closer < 0 ? -1 : context.text.slice(at, Math.min(closer, at + 2000)).search(/[{<]/);
  if (brace < 0 || context.text[at + brace] !== "{") return undefined;
  const reading = readJsonCalls({ ...context, limit: closer }, at + brace, true);
  return reading?.ending === "complete" ? reading : undefined;
}

/** The content between an opening mark and its closing mark, which may be missing. */
export function readMarkedBody(context: ParseContext, from: number, depth = 0): ParseResult | undefined {
  const { text, marks } = context;
  const candidates: CallCandidate[] = [];
  let at = from + (matchAt(blanks, text, from)?.[0].length ?? 0);
  at = skipBlanks(text, at + (matchAt(fence, text, at)?.[0].length ?? 0));
  if (at >= text.length) return cut([], text.length);
  let end = -1;
  while (at < text.length && context.fuel.left > 0 && candidates.length < mostCalls) {
    if (end >= 0 && text.length - at < 60 && /^[<[]\S*\s*$/.test(text.slice(at))) break;
    const one = firstOf(readings(context, at, depth));
    if (!one || (one.candidates.length === 0 && one.ending === "complete")) break;
    candidates.push(...one.candidates);
    const closers = skipClosers(context, one.end);
    end = Math.max(closers.end, one.end);
    if (one.ending !== "complete") return { ...one, candidates, end };
    const given = candidates.at(-1)?.arguments;
    const next = skipBlanks(text, end);
    // A parameter after the end of its call, which was closed too early.
    if (
      given?.kind === "fields" &&
      marks.tags.some((tag) => !tag.ownCloser && matchAt(tag.begins, text, next))
    )
      given.behind = text.slice(next, next + 60);
    if (closers.closed) break;
    at = /[,;]/.test(text[next] ?? "") ? skipBlanks(text, next + 1) : next;
    if (!/[{[<\p{L}_]/u.test(text[at] ?? "")) break;
  }
  if (end >= 0) return complete(candidates, end);
  const closed = closerAt(context, at);
  if (closed !== undefined) return complete([], closed);
  const late = lateBody(context, at);
  if (late) return { ...late, end: skipClosers(context, late.end).end };
  return text.length - at < 200 && isBeginning(context, text.slice(at)) ? cut([], text.length) : undefined;
}

function readMarkedCall(context: ParseContext, at: number, depth = 0): ParseResult | undefined {
  const opening = openerAt(context, at);
  if (opening === undefined || context.memory.dead.has(at)) return undefined;
  // Inside a call's mark any family's syntax is accepted.
  const all = marksOf();
  const { memory } = context;
  if (context.marks !== all)
    memory.inside ??= { ...context, marks: all, memory: { ...memory, closer: undefined } };
  const body = readMarkedBody(memory.inside ?? context, opening, depth);
  if (body) return body;
  context.memory.dead.add(at);
  return undefined;
}

function* announced(context: ParseContext, at: number): Iterable<ParseResult | undefined> {
  const { tags, named, gemma } = context.marks;
  yield readMarkedCall(context, at);
  for (const form of tags) if (form.alone) yield readTagged(context, form, at);
  for (const form of named) if (form.alone) yield readNamed(context, form, at);
  for (const form of gemma) {
    // Without a mark, a call's opening is an ordinary word.
    const name = matchAt(form.head, context.text, at)?.groups?.name;
    const found = name !== undefined && context.tools.find(name) ? readGemma(context, form, at) : undefined;
    if (found?.ending !== "broken") yield found;
  }
}

/** The call of a mark at `at`, with or without a wrap; `undefined` for ordinary text. */
export const readMark = (context: ParseContext, at: number) => firstOf(announced(context, at));
