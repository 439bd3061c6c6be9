import { skipBlanks } from "../../json/blanks.ts";
import type { CallCandidate } from "../call-candidate.ts";
import { readJsonCalls } from "../dialects/json-calls.ts";
import { dialects } from "../dialects/table.ts";
import { callTokens, findCloser, readCloser, readToken, readWrapperOpener } from "../marks.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, insideText, type ParseResult } from "../parse-result.ts";
import { isUnended } from "./unended.ts";

const fence = /```[\w-]*[ \t]*\n?/y;
/** Step3 announces the kind of call before its tags. */
const kindBefore = /function\s*<[|｜]tool[▁_ ]sep[|｜]>\s*[\w.-]{0,120}\s*(?=<)/y;
const loose = /(?:\s|```|\\n|[}\]),;])*/y;
const maximumDepth = 4;

/** `notation`: the dialect that read it. */
type Reading = ParseResult & { notation?: string };

function readOne(context: ParseContext, at: number, depth: number): Reading | undefined {
  const char = context.text[at] ?? "";
  for (const { begins, marked, name } of dialects) {
    const result = marked && begins.test(char) ? marked(context, at) : undefined;
    if (result) return { ...result, notation: name };
  }
  return char === "<" && depth < maximumDepth ? readMarkedCall(context, at, depth + 1) : undefined;
}

/** Skips what closes a call; says whether a closing mark was among it. */
function skipClosers(text: string, from: number): { end: number; closed: boolean } {
  let at = from;
  let closed = false;
  for (;;) {
    const next = at + (matchAt(loose, text, at)?.[0].length ?? 0);
    const end = readCloser(text, next);
    if (end === undefined) return { end: at, closed };
    at = end;
    closed = true;
  }
}

const partialTag = /^<\/?[\w:|｜="\s-]*$/;
const partialCall =
  /^\[?\s*(?:call:|function\s*<[|｜][^<>]*[|｜]>)?\s*(?:default_api\.|functions\.)?([\p{L}_][\p{L}\p{M}\p{N}_.-]*)(?::\d*)?\s*(?:<[^<>{}]*>?\s*|\[[^\]{}]*\]?\s*[\w-]*\s*)*(?:`{1,3}\w*\s*)?$/u;

/** True if the text could be the first characters of a call to an offered tool. */
function isBeginning(context: ParseContext, rest: string): boolean {
  if (partialTag.test(rest)) return true;
  const name = partialCall.exec(rest)?.[1];
  if (name === undefined) return false;
  return "function".startsWith(name) || context.tools.find(name) !== undefined || context.tools.begins(name);
}

function lateBody(context: ParseContext, at: number): ParseResult | undefined {
  const closer = findCloser(context, at);
  const brace = closer < 0 ? -1 : context.text.slice(at, Math.min(closer, at + 2000)).search(/[{<]/);
  if (brace < 0 || context.text[at + brace] !== "{") return undefined;
  const reading = readJsonCalls(context, at + brace, true, closer);
  return reading?.ending === "complete" ? reading : undefined;
}

const ownEnd = /<\/[^<>]{0,20}(?:function|invoke)>\s*$/;
const valueEnd = /<\/[^<>]{0,20}(?:parameter|arg_value)\s*>/;

/** A call in tags, with the words that stand between its end at `from` and that of its wrapper; its closing marks go to `end`. */
function withWordsBehind(
  context: ParseContext,
  call: CallCandidate,
  from: number,
  end: number,
): CallCandidate {
  const given = call.arguments;
  if (given.kind !== "fields") return call;
  const closer = findCloser(context, end);
  const closers = context.text.slice(from, end);
  // No value ends behind the end of its call.
  if (valueEnd.test(closers) && ownEnd.test(context.text.slice(Math.max(0, from - 40), from)))
    return { ...call, arguments: { ...given, behind: closers.trim().slice(0, 60) } };
  const stray = closers.includes("</") ? closers.replace(/<\/[^<>]*>/g, "").trim() : "";
  const words = stray + (closer < 0 ? "" : context.text.slice(end, closer).trim());
  if (words === "" || words.includes("<")) return call;
  return { ...call, arguments: { ...given, behind: words.slice(0, 60) } };
}

/** What stands between an opening mark and its closing mark, in any dialect; the closing mark may be missing. */
export function readMarkedBody(context: ParseContext, from: number, depth = 0): ParseResult | undefined {
  const { text } = context;
  const candidates: CallCandidate[] = [];
  let at = skipBlanks(text, from);
  at = skipBlanks(text, at + (matchAt(fence, text, at)?.[0].length ?? 0));
  at += matchAt(kindBefore, text, at)?.[0].length ?? 0;
  if (at >= text.length) return cut([], text.length);
  let end = -1;
  let notation: string | undefined;
  while (at < text.length && context.fuel.left > 0) {
    if (end >= 0 && text.length - at < 60 && /^[<[]\S*\s*$/.test(text.slice(at))) break;
    const one: Reading | undefined =
      readOne(context, at, depth) ?? (end < 0 ? lateBody(context, at) : undefined);
    if (!one || (one.candidates.length === 0 && one.ending === "complete")) break;
    // One mark has calls of one notation: what reads as another is the rest of a value.
    if (end >= 0 && one.notation !== notation && candidates.at(-1)?.arguments.kind === "fields")
      return broken(candidates, one.end, insideText);
    notation = one.notation;
    const closers = skipClosers(text, one.end);
    const behind = Math.max(closers.end, one.end);
    candidates.push(
      ...one.candidates.slice(0, -1),
      ...one.candidates.slice(-1).map((last) => withWordsBehind(context, last, one.end, behind)),
    );
    end = behind;
    if (one.ending !== "complete") return { ...one, candidates, end };
    if (closers.closed || isUnended(text, { ...one, end })) break;
    at = skipBlanks(text, end);
    if (text[at] === "," || text[at] === ";") at = skipBlanks(text, at + 1);
    if (!/[{[<\p{L}_]/u.test(text[at] ?? "")) break;
  }
  if (end >= 0) return complete(candidates, end);
  const closed = text[at] === "<" || text[at] === "[" ? readCloser(text, at) : undefined;
  if (closed !== undefined) return complete([], closed);
  return text.length - at < 200 && isBeginning(context, text.slice(at)) ? cut([], text.length) : undefined;
}

/** The mark that opens a call at `at`: where it ends, and whether its name is an ordinary word too. */
function openingAt(text: string, at: number): { end: number; weak: boolean } | undefined {
  const token = text[at] === "<" ? readToken(text, at) : undefined;
  if (token && callTokens.has(token.name)) return { end: token.end, weak: false };
  if (token?.name !== "action_start") return readWrapperOpener(text, at);
  const plugin = readToken(text, skipBlanks(text, token.end));
  return { end: plugin ? plugin.end : token.end, weak: false };
}

/** A call that an explicit mark announces at `at`: a wrapper or a token. */
export function readMarkedCall(context: ParseContext, at: number, depth = 0): ParseResult | undefined {
  const opening = openingAt(context.text, at);
  if (!opening || context.memory.dead.has(at)) return undefined;
  const body = readMarkedBody(context, opening.end, depth);
  if (body && (!opening.weak || isWholeCall(context, opening.end, body))) return body;
  context.memory.dead.add(at);
  return undefined;
}

/** True if what an ordinary word opened is a call: then the word was a mark. */
function isWholeCall({ text, tools }: ParseContext, from: number, body: ParseResult): boolean {
  if (body.ending === "cut" && body.candidates.length === 0) return text[skipBlanks(text, from)] === "{";
  return body.candidates.length > 0 && body.candidates.every((candidate) => tools.find(candidate.name));
}
