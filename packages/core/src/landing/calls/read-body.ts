import { skipBlanks } from "../json/blanks.ts";
import { broken, complete, cut, type Draft, matchAt, type Reading, type Sight, sightOf } from "./draft.ts";
import { readArrowCall } from "./read-arrow-call.ts";
import { readGemmaCall } from "./read-gemma-call.ts";
import { readJsonCalls } from "./read-json-calls.ts";
import { readKeyValueCall } from "./read-key-value-call.ts";
import { readNamedJson } from "./read-named-json.ts";
import { readPythonCalls } from "./read-pythonic.ts";
import { readTaggedCall } from "./read-tagged-call.ts";
import { readNamedElements, readToolTag } from "./read-tool-tag.ts";
import { callTokens, findCloser, readCloser, readToken, readWrapperOpener } from "./tokens.ts";

const fence = /```[\w-]*[ \t]*\n?/y;
const pythonList = /\[\s*[A-Za-z_][\w.-]*\s*\(/y;
const nameAlone = /([A-Za-z_][\w.-]{0,120})\s*(?:<tool_sep>\s*)?(?=<[/|｜]|\[\/|\[END_)/y;
const nameThenTags =
  /(?:<function>)?([A-Za-z_][\w.-]{0,120})(?:<\/function>)?\s*(?=<(?:parameter|param|arg)[\s=])/y;
/** Step3 announces the kind of call before its tags. */
const kindBefore = /function\s*<[|｜]tool[▁_ ]sep[|｜]>\s*[\w.-]{0,120}\s*(?=<)/y;
const loose = /(?:\s|```|\\n|[}\]),;])*/y;
const escapedObject = /\{\s*\\"/y;
const anotherOpener = /<(?:tool_calls?|function[\s=_])|\[TOOL_|<[|｜]/;
const maximumDepth = 4;

/** JSON between marks that was escaped as a whole. */
function readEscapedBody(sight: Sight, at: number): Reading | undefined {
  const closer = findCloser(sight, at);
  const end = closer < 0 ? sight.text.length : closer;
  sight.fuel.left -= end - at;
  const text = sight.text.slice(at, end).replace(/\\(["\\])/g, "$1");
  const reading = readJsonCalls(sightOf(text, sight.tools, sight.fuel, sight.memory.cutShort), 0, true);
  return reading && { ...reading, end };
}

/** JSON between marks: as far as it goes by itself, else up to the closing mark. */
function readJsonBody(sight: Sight, at: number): Reading | undefined {
  if (matchAt(escapedObject, sight.text, at)) return readEscapedBody(sight, at);
  const whole = readJsonCalls(sight, at, true);
  if (!whole || whole.ending === "complete" || sight.fuel.left < 0) return whole;
  const closer = findCloser(sight, Math.max(at, whole.ending === "cut" ? at : whole.end - 200));
  if (closer < 0) return whole;
  const bounded = readJsonCalls(sight, at, true, closer);
  if (bounded && bounded.ending === "complete") return bounded;
  const last = !anotherOpener.test(sight.text.slice(closer + 1));
  if (last && sight.memory.cutShort && whole.ending === "cut") return whole;
  return broken(bounded?.drafts ?? [], closer, bounded?.reason ?? "the call is not valid JSON");
}

function readNameThenTags(sight: Sight, at: number): Reading | undefined {
  const match = matchAt(nameThenTags, sight.text, at);
  if (match?.[1] === undefined) return undefined;
  const from = at + match[0].length;
  const head = `<function=${match[1]}>`;
  const text = `${head}${sight.text.slice(from)}`;
  sight.fuel.left -= text.length;
  const reading = readTaggedCall(sightOf(text, sight.tools, sight.fuel, sight.memory.cutShort), 0);
  return reading && { ...reading, end: reading.end - head.length + from };
}

function readOne(sight: Sight, at: number, depth: number): Reading | undefined {
  const { text, tools } = sight;
  const char = text[at] ?? "";
  if (char === "{" || char === '"' || char === "'")
    return readArrowCall(sight, at) ?? readJsonBody(sight, at);
  if (char === "[")
    return matchAt(pythonList, text, at) ? readPythonCalls(sight, at, false) : readJsonBody(sight, at);
  if (char === "<") {
    return (
      readTaggedCall(sight, at) ??
      readNamedElements(sight, at) ??
      readToolTag(sight, at) ??
      (depth < maximumDepth ? readMarkedCall(sight, at, depth + 1) : undefined)
    );
  }
  if (!/[A-Za-z_]/.test(char)) return undefined;
  const found =
    readKeyValueCall(sight, at) ??
    readNameThenTags(sight, at) ??
    (text.startsWith("call:", at) ? readGemmaCall(sight, at) : undefined) ??
    readPythonCalls(sight, at, false) ??
    readNamedJson(sight, at);
  if (found) return found;
  const alone = matchAt(nameAlone, text, at);
  if (alone?.[1] === undefined || !tools.find(alone[1])) return undefined;
  if (readCloser(text, at + alone[0].length) === undefined) return undefined;
  return complete([{ name: alone[1], arguments: { kind: "fields", fields: [] } }], at + alone[0].length);
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
  /^\[?\s*(?:call:|function\s*<[|｜][^<>]*[|｜]>)?\s*(?:default_api\.|functions\.)?([A-Za-z_][\w.-]*)(?::\d*)?\s*(?:<[^<>{}]*>?\s*|\[[^\]{}]*\]?\s*[\w-]*\s*)*(?:`{1,3}\w*\s*)?$/;

/** True if the text could be the first characters of a call to an offered tool. */
function isBeginning(sight: Sight, rest: string): boolean {
  if (partialTag.test(rest)) return true;
  const name = partialCall.exec(rest)?.[1];
  if (name === undefined) return false;
  return "function".startsWith(name) || sight.tools.find(name) !== undefined || sight.tools.begins(name);
}

function lateBody(sight: Sight, at: number): Reading | undefined {
  const closer = findCloser(sight, at);
  const brace = closer < 0 ? -1 : sight.text.slice(at, Math.min(closer, at + 2000)).search(/[{<]/);
  if (brace < 0 || sight.text[at + brace] !== "{") return undefined;
  const reading = readJsonCalls(sight, at + brace, true, closer);
  return reading?.ending === "complete" ? reading : undefined;
}

/** What stands between an opening mark and its closing mark, in any dialect; the closing mark may be missing. */
export function readMarkedBody(sight: Sight, from: number, depth = 0): Reading | undefined {
  const { text } = sight;
  const drafts: Draft[] = [];
  let at = skipBlanks(text, from);
  at = skipBlanks(text, at + (matchAt(fence, text, at)?.[0].length ?? 0));
  at += matchAt(kindBefore, text, at)?.[0].length ?? 0;
  if (at >= text.length) return cut([], text.length);
  let end = -1;
  while (at < text.length && sight.fuel.left > 0) {
    if (end >= 0 && text.length - at < 60 && /^\S+\s*$/.test(text.slice(at))) break;
    const one = readOne(sight, at, depth) ?? (end < 0 ? lateBody(sight, at) : undefined);
    if (!one || (one.drafts.length === 0 && one.ending === "complete")) break;
    drafts.push(...one.drafts);
    const closers = skipClosers(text, one.end);
    end = Math.max(closers.end, one.end);
    if (one.ending !== "complete") return { ...one, drafts, end };
    if (closers.closed) break;
    at = skipBlanks(text, end);
    if (!/[{[<A-Za-z_]/.test(text[at] ?? "")) break;
  }
  if (end >= 0) return complete(drafts, end);
  const closed = text[at] === "<" || text[at] === "[" ? readCloser(text, at) : undefined;
  if (closed !== undefined) return complete([], closed);
  return text.length - at < 200 && isBeginning(sight, text.slice(at)) ? cut([], text.length) : undefined;
}

/** A call that an explicit mark announces at `at`: a wrapper or a token. */
export function readMarkedCall(sight: Sight, at: number, depth = 0): Reading | undefined {
  if (sight.memory.dead.has(at)) return undefined;
  const reading = readMarked(sight, at, depth);
  if (!reading) sight.memory.dead.add(at);
  return reading;
}

function readMarked(sight: Sight, at: number, depth: number): Reading | undefined {
  const { text } = sight;
  const token = text[at] === "<" ? readToken(text, at) : undefined;
  if (token && callTokens.has(token.name)) return readMarkedBody(sight, token.end, depth);
  if (token?.name === "action_start") {
    const plugin = readToken(text, skipBlanks(text, token.end));
    return readMarkedBody(sight, plugin ? plugin.end : token.end, depth);
  }
  const wrapper = readWrapperOpener(text, at);
  if (!wrapper) return undefined;
  const body = readMarkedBody(sight, wrapper.end, depth);
  if (!wrapper.weak || !body) return body;
  if (body.ending === "cut" && body.drafts.length === 0)
    return text[skipBlanks(text, wrapper.end)] === "{" ? body : undefined;
  return body.drafts.length > 0 && body.drafts.every((draft) => sight.tools.find(draft.name))
    ? body
    : undefined;
}
