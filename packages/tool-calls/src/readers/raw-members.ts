import { skipBlanks } from "../json/blanks.ts";
import { type LooseObject, setKey } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import { matchAt } from "../match-at.ts";
import type { ParseContext } from "./parse-context.ts";
import type { OfferedTool } from "./tool-index.ts";

const key = /\s*"([\w-]{1,80})"\s*:\s*/y;
const keyBehind = /"\s*,\s*"([\w-]{1,80})"\s*:/y;
const closers = /"\s*\}[\s}\]]*/y;
/** Escapes that stay literal in a text with raw line breaks. */
const escaped = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/g;
const wholeCall = /[\s,;]*(?:\{\s*"(?:name|tool_name|function)"\s*:|```)/y;
const anotherCall = /^[\s,;]*(?:```\s*)?(?:```\w*\s*)?\{\s*"(?:name|tool_name|function)"\s*:/;
/** Candidates for a text's end, after which the search stops. */
const mostEnds = 2000;

/** Members with raw quotes: a text ends at the last quote that lets the rest close, with `depth` open braces. Two ends refuse it. */
export function readRawMembers(context: ParseContext, tool: OfferedTool, from: number, depth: number) {
  const { text, fuel, marks, limit } = context;
  const value: LooseObject = {};
  for (let at = from; ; ) {
    const [opener, parameter] = matchAt(key, text, at) ?? [];
    if (opener === undefined || parameter === undefined) return undefined;
    if (!(parameter in tool.properties) || parameter in value) return undefined;
    at += opener.length;
    if (text[at] === '"') {
      const lacking = tool.required.some((one) => one !== parameter && !(one in value));
      const [only, ...others] = endsOf(context, tool, lacking ? Infinity : depth, at + 1);
      if (!only) return undefined;
      if (others.length > 0) return { reason: `the text of ${parameter} may end in two places` };
      const tripled = text.startsWith('"""', at) && text.startsWith('""', only.at - 2) && only.at - at > 4;
      const raw = tripled ? text.slice(at + 3, only.at - 2) : text.slice(at + 1, only.at);
      if (marks.callMark.test(raw)) return { reason: `the text of ${parameter} holds a call's mark` };
      setKey(value, parameter, rawText(raw));
      if (only.end !== undefined) return { value, end: only.end };
      at = only.at + 1;
    } else {
      const reading = readJson(text, at, { limit, fuel });
      if (reading.ending !== "complete") return undefined;
      setKey(value, parameter, reading.value);
      at = reading.end;
    }
    at = skipBlanks(text, at, limit);
    if (text[at] === "}")
      return { value, end: at + (/^\}[\s}\]]*/.exec(text.slice(at, at + 200))?.[0].trimEnd().length ?? 1) };
    if (text[at] !== ",") return undefined;
    at = skipBlanks(text, at + 1, limit);
  }
}

/** Candidate ends of a text that begins at `from`: before another parameter, or with the call (`end`), which has `depth` open braces. */
function endsOf(context: ParseContext, tool: OfferedTool, depth: number, from: number) {
  const { text, fuel, marks, memory, limit } = context;
  const found: { at: number; end?: number }[] = [];
  // Output that hit its limit may be incomplete.
  const needed = depth - (memory.cutShort ? 0 : 1);
  let tries = 0;
  for (let at = text.indexOf('"', from); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    tries += 1;
    if (tries > mostEnds) return [];
    if (text[at - 1] === "\\" && text[at - 2] !== "\\") continue;
    const next = matchAt(keyBehind, text, at)?.[1];
    if (next !== undefined && next in tool.properties) found.push({ at });
    const [closing = ""] = matchAt(closers, text, at) ?? [];
    if (closing === "" || closing.split("}").length - 1 < needed) continue;
    const end = Math.min(limit, at + closing.length);
    const isMark = (matchAt(marks.closes, text, end)?.[0] ?? "") !== "";
    if (end < limit && !isMark && !matchAt(wholeCall, text, end)) continue;
    found.push({ at, end: at + closing.trimEnd().length });
    // Another call follows.
    if (anotherCall.test(text.slice(end, Math.min(limit, end + 400)))) break;
  }
  fuel.left -= (found.at(-1)?.at ?? limit) - from;
  return found;
}

/** The intended text: with raw quotes or line breaks its backslashes are literal too; otherwise it is JSON. */
function rawText(raw: string): string {
  const isRaw = raw.includes("\n") && /(?<!\\)"/.test(raw) && !/\\["\\]/.test(raw);
  return isRaw ? raw : raw.replaceAll(escaped, (one) => JSON.parse(`"${one}"`) as string);
}
