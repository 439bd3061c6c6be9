import { namePattern } from "../grammar/template.ts";
import { skipBlanks } from "../json/blanks.ts";
import { readPythonArguments } from "../json/read-json.ts";
import { matchAt } from "../match-at.ts";
import type { ParseContext } from "./parse-context.ts";
import { broken, type CallCandidate, complete, cut, type ParseResult } from "./parse-result.ts";

const callName = new RegExp(`(print\\s*\\(\\s*)?(?:await\\s+)?(${namePattern})\\s*\\(`, "uy");
const nameAtEnd = new RegExp(`^${namePattern}$`, "u");
/** Python strings, with escaped quotes, on one line or in triple quotes. */
const plainStrings = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'/g;

/** One `name(key=value, …)` at `at`; `undefined` if `offered` and it names no offered tool. */
function readPythonCall(context: ParseContext, from: number, offered: boolean): ParseResult | undefined {
  const { text, limit, tools, fuel, marks, memory } = context;
  const [opener, print, name] = matchAt(callName, text, from) ?? [];
  if (opener === undefined || name === undefined || (offered && !tools.find(name))) return undefined;
  const start = from + opener.length;
  const { value, ending, end, last } = readPythonArguments(text, start, { limit, fuel });
  const final = Array.isArray(value) ? value.at(-1) : undefined;
  // If the output hit its limit, two quotes may be the start of three.
  const isBegun = memory.cutShort && /(?:""|'')$/.test(text.slice(start, limit).slice(-2));
  const goesOn = last === "comma" ? final !== undefined : typeof final === "string" || isBegun;
  if (ending === "cut" || (ending === "open" && goesOn)) return cut([], limit);
  if (ending === "broken" || marks.callMark.test(text.slice(start, end).replaceAll(plainStrings, "")))
    return broken([], start, "the call is not valid Python");
  const kind = Array.isArray(value) ? ("positional" as const) : ("value" as const);
  const next = skipBlanks(text, end, limit);
  const behind = print !== undefined && text[next] === ")" ? next + 1 : end;
  const open = ending === "open" ? { open: last } : {};
  return complete([{ name, arguments: { kind, value }, ...open }], behind);
}

/** A list of calls, in brackets or one per line. */
export function readPythonCalls(
  context: ParseContext,
  from: number,
  offered: boolean,
): ParseResult | undefined {
  const { text, limit } = context;
  let at = skipBlanks(text, from, limit);
  const bracketed = text[at] === "[";
  if (bracketed) at = skipBlanks(text, at + 1, limit);
  const candidates: CallCandidate[] = [];
  let end = -1;
  for (;;) {
    if (bracketed && text[at] === "]" && end >= 0) return complete(candidates, at + 1);
    const call = readPythonCall(context, at, offered);
    if (!call) break;
    candidates.push(...call.candidates);
    if (call.ending !== "complete") return { ...call, candidates };
    end = call.end;
    at = skipBlanks(text, end, limit);
    if (text[at] === "," || text[at] === ";") at = skipBlanks(text, at + 1, limit);
  }
  if (end < 0) return undefined;
  if (!bracketed) return complete(candidates, end);
  if (at < limit && nameAtEnd.test(text.slice(at, at + 130))) return cut(candidates, limit);
  return at >= limit || text[at] === "<" ? complete(candidates, at) : undefined;
}

const listOfCalls = new RegExp(`\\[\\s*${namePattern}\\s*\\(`, "uy");

/** The same in a marked call: a list, or the calls alone. */
export function readMarkedPython(context: ParseContext, at: number): ParseResult | undefined {
  const isOther = context.text[at] === "[" && !matchAt(listOfCalls, context.text, at);
  return isOther ? undefined : readPythonCalls(context, at, false);
}
