import { skipBlanks } from "../json/blanks.ts";
import { type LooseObject, setKey } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import { argumentKeys, nameKeys } from "../names.ts";
import { matchAt, type ParseContext } from "./parse-context.ts";
import { broken, complete, type ParseResult } from "./parse-result.ts";
import type { OfferedTool } from "./tool-index.ts";

const head = new RegExp(
  `\\{\\s*(?:"(?:id|type)"\\s*:\\s*"[\\w-]{1,60}"\\s*,\\s*)?"(?:${nameKeys.join("|")})"\\s*:\\s*"([^"\\\\\\n]{1,120})"\\s*,\\s*"(?:${argumentKeys.join("|")})"\\s*:\\s*\\{`,
  "y",
);
const key = /\s*"([\w-]{1,80})"\s*:\s*/y;
const keyBehind = /"\s*,\s*"([\w-]{1,80})"\s*:/y;
const closers = /"\s*\}[\s}\]]*/y;
/** What a text with raw line breaks is read as, where its escapes are the text's own. */
const escaped = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/g;
const wholeCall = /[\s,;]*(?:\{\s*"(?:name|tool_name|function)"\s*:|```)/y;
/** Places where a text may end, beyond which nothing is looked for. */
const mostEnds = 2000;

/** True if a call of an offered tool in JSON opens at `at`, up to its arguments. */
export function opensCall(context: ParseContext, at: number): boolean {
  const name = matchAt(head, context.text, at)?.[1];
  return name !== undefined && context.tools.find(name) !== undefined;
}

/** The first call of a text in JSON whose texts hold quotes and line breaks as they are. */
export function readRawCall(context: ParseContext, at: number, limit: number): ParseResult | undefined {
  const opener = matchAt(head, context.text, at);
  const name = opener?.[1];
  if (!opener || name === undefined) return undefined;
  return readRawMembers(context, name, at + opener[0].length, limit, 2);
}

/**
 * The members of a call's arguments, by its schema: a text ends at the last quote that lets the rest close. Where another end is possible it is refused,
 * and where none is it is no such call. `depth`: how many braces are open.
 */
export function readRawMembers(
  context: ParseContext,
  name: string,
  from: number,
  limit: number,
  depth: number,
): ParseResult | undefined {
  const tool = context.tools.find(name);
  if (!tool || context.fuel.left < 0) return undefined;
  const { text } = context;
  const given: LooseObject = {};
  let at = from;
  for (;;) {
    const named = matchAt(key, text, at);
    const parameter = named?.[1];
    if (!named || parameter === undefined || !(parameter in tool.properties) || parameter in given)
      return undefined;
    at += named[0].length;
    if (text[at] !== '"') {
      const reading = readJson(text, at, { limit, fuel: context.fuel });
      if (reading.ending !== "complete") return undefined;
      setKey(given, parameter, reading.value);
      at = reading.end;
    } else {
      const ends = endsOf(context, tool, given, parameter, at + 1, limit, depth);
      const only = ends[0];
      if (!only) return undefined;
      if (ends.length > 1) return broken([], limit, `the text of ${parameter} may end in two places`);
      const tripled = text.startsWith('"""', at) && text.startsWith('""', only.at - 2) && only.at - at > 4;
      const raw = tripled ? text.slice(at + 3, only.at - 2) : text.slice(at + 1, only.at);
      if (context.marks.callMark.test(raw))
        return broken([], limit, `the text of ${parameter} holds a call's mark`);
      setKey(given, parameter, rawText(raw));
      at = only.at + 1;
      if (only.end !== undefined) {
        return complete([{ name, arguments: { kind: "value", value: given } }], only.end);
      }
    }
    at = skipBlanks(text, at, limit);
    if (text[at] === ",") at = skipBlanks(text, at + 1, limit);
    else if (text[at] === "}") {
      const end = at + (matchAt(/\}[\s}\]]*/y, text, at)?.[0].trimEnd().length ?? 1);
      return complete([{ name, arguments: { kind: "value", value: given } }], end);
    } else return undefined;
  }
}

/** Where the text of `parameter` may end: before the next parameter that the call lacks, or with the call (`end`). */
function endsOf(
  context: ParseContext,
  tool: OfferedTool,
  given: LooseObject,
  parameter: string,
  from: number,
  limit: number,
  depth: number,
): { at: number; end?: number }[] {
  const { text, fuel } = context;
  const lacking = tool.required.filter((name) => name !== parameter && !(name in given));
  const found: { at: number; end?: number }[] = [];
  // What hit its limit may have gone on.
  const spare = context.memory.cutShort ? 0 : 1;
  let tries = 0;
  for (let at = text.indexOf('"', from); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    tries += 1;
    if (tries > mostEnds) return [];
    if (text[at - 1] === "\\" && text[at - 2] !== "\\") continue;
    const next = matchAt(keyBehind, text, at)?.[1];
    if (next !== undefined && next in tool.properties) found.push({ at });
    const closing = matchAt(closers, text, at);
    if (!closing || lacking.length > 0 || closing[0].split("}").length - 1 < depth - spare) continue;
    const end = Math.min(limit, at + closing[0].length);
    if (end >= limit || closesHere(context, end)) {
      found.push({ at, end: at + closing[0].trimEnd().length });
      // What stands behind is another call.
      if (end < limit && !lastOf(context, end, limit)) break;
    }
  }
  fuel.left -= (found.at(-1)?.at ?? limit) - from;
  return found;
}

function closesHere(context: ParseContext, at: number): boolean {
  const { text, marks } = context;
  const closes = matchAt(marks.closes, text, at);
  return (closes !== undefined && closes[0] !== "") || matchAt(wholeCall, text, at) !== undefined;
}

/** True if nothing that was found at `at` opens a call. */
function lastOf({ text }: ParseContext, at: number, limit: number): boolean {
  const behind = text.slice(at, Math.min(limit, at + 400));
  return !/^[\s,;]*(?:```\s*)?(?:```\w*\s*)?\{\s*"(?:name|tool_name|function)"\s*:/.test(behind);
}

/**
 * A text as it was meant: where its quotes and line breaks stand as they are, so do its backslashes; otherwise it is JSON's.
 */
function rawText(raw: string): string {
  const isRaw = raw.includes("\n") && /(?<!\\)"/.test(raw) && !/\\["\\]/.test(raw);
  if (isRaw) return raw;
  return raw.replaceAll(escaped, (one) => JSON.parse(`"${one}"`) as string);
}
