import { namePattern } from "../grammar/template.ts";
import { skipBlanks } from "../json/blanks.ts";
import { hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "../json/loose-value.ts";
import { type Last, readPythonValue } from "../json/read-json.ts";
import { matchAt } from "../match-at.ts";
import { listedValues, resolved } from "../schema/read-schema.ts";
import { crossesMark } from "./json-calls.ts";
import type { ParseContext } from "./parse-context.ts";
import { broken, type CallCandidate, complete, cut, type ParseResult } from "./parse-result.ts";
import type { OfferedTool } from "./tool-index.ts";

const callName = new RegExp(`(print\\s*\\(\\s*)?(?:await\\s+)?(${namePattern})\\s*\\(`, "uy");
const keyword = /([\p{L}_][\p{L}\p{M}\p{N}_]{0,80})\s*=(?!=)\s*/uy;
const nameAtEnd = new RegExp(`^${namePattern}$`, "u");
/** One string of Python, its own quotes escaped inside, in one line or in three quotes. */
const plainString =
  /^[rRbBfFuU]{0,2}(?:"""[\s\S]*"""|'''[\s\S]*'''|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')$/;
const notPython = "the call is not valid Python";

/** True if the schema of the parameter `name` lists the word: then it can only be that one. */
function isListed(tool: OfferedTool | undefined, name: string | undefined, word: LooseValue): boolean {
  const schema = name === undefined ? undefined : tool?.properties[name];
  return (
    schema !== undefined && tool !== undefined && listedValues(resolved(schema, tool.schema)).includes(word)
  );
}

type Arguments = { named: LooseObject; positional: LooseValue[]; end: number; open?: Last };

function readArguments(
  context: ParseContext,
  from: number,
  limit: number,
  tool: OfferedTool | undefined,
): Arguments | "cut" | "broken" {
  const { text, fuel, memory } = context;
  const found: Arguments = { named: {}, positional: [], end: from };
  const { named, positional } = found;
  for (let at = skipBlanks(text, from, limit); at < limit; ) {
    if (text[at] === ")") return { ...found, end: at + 1 };
    const [written = "", key] = matchAt(keyword, text, at) ?? [];
    const start = at + written.length;
    const { value, ending, end, last } = readPythonValue(text, start, { limit, fuel });
    // Two quotes where the output hit its limit may be the first of three.
    if (ending === "cut" || (value === "" && end >= limit && memory.cutShort)) return "cut";
    const read = text.slice(start, end);
    if (ending === "broken" || (!plainString.test(read) && crossesMark(context, start, end))) return "broken";
    if (typeof value === "string" && !plainString.test(read)) {
      // A name is no value: in Python it means a variable, and the families' own readers take literals alone.
      if (/^[\p{L}_][^"']*$/u.test(read) && !isListed(tool, key, value)) return "broken";
    }
    if (key !== undefined && hasKey(named, key) && !sameValue(named[key], value)) return "broken";
    if (key !== undefined) setKey(named, key, value);
    else positional.push(value);
    at = skipBlanks(text, end, limit);
    if (ending === "open" || at >= limit)
      return typeof value === "string" && key === undefined ? "cut" : { ...found, end: at, open: last };
    if (text[at] === ",") {
      at = skipBlanks(text, at + 1, limit);
      if (at >= limit) return positional.length > 0 ? "cut" : { ...found, end: at, open: "comma" };
    } else if (text[at] !== ")") return "broken";
  }
  return "cut";
}

/** One `name(key=value, …)` at `at`; `undefined` if it names no offered tool and must. */
function readPythonCall(
  context: ParseContext,
  from: number,
  offered: boolean,
  limit = context.text.length,
): ParseResult | undefined {
  const { text, tools } = context;
  const [opener, print, name] = matchAt(callName, text, from) ?? [];
  if (opener === undefined || name === undefined || (offered && !tools.find(name))) return undefined;
  const read = readArguments(context, from + opener.length, limit, tools.find(name));
  if (read === "cut") return cut([], limit);
  if (read === "broken") return broken([], from + opener.length, notPython);
  const { named, positional, open } = read;
  if (positional.length > 0 && Object.keys(named).length > 0)
    return broken([], read.end, "positional arguments cannot be matched to parameters");
  const given =
    positional.length > 0
      ? ({ kind: "positional", value: positional } as const)
      : ({ kind: "value", value: named } as const);
  const next = skipBlanks(text, read.end, limit);
  const end = print !== undefined && text[next] === ")" ? next + 1 : read.end;
  return complete([{ name, arguments: given, ...(open && { open }) }], end);
}

/** A list of calls, in brackets or one per line. */
export function readPythonCalls(
  context: ParseContext,
  from: number,
  offered: boolean,
  limit = context.text.length,
): ParseResult | undefined {
  const { text } = context;
  let at = skipBlanks(text, from, limit);
  const bracketed = text[at] === "[";
  if (bracketed) at = skipBlanks(text, at + 1, limit);
  const candidates: CallCandidate[] = [];
  let end = -1;
  for (;;) {
    if (bracketed && text[at] === "]" && end >= 0) return complete(candidates, at + 1);
    const call = readPythonCall(context, at, offered, limit);
    if (!call) break;
    candidates.push(...call.candidates);
    if (call.ending !== "complete") return { ...call, candidates };
    end = call.end;
    at = skipBlanks(text, end, limit);
    if (text[at] === "," || text[at] === ";") at = skipBlanks(text, at + 1, limit);
  }
  if (end < 0) return undefined;
  if (!bracketed) return complete(candidates, end);
  if (at < limit && limit === text.length && nameAtEnd.test(text.slice(at, at + 130)))
    return cut(candidates, limit);
  return at >= limit || text[at] === "<" ? complete(candidates, at) : undefined;
}

const listOfCalls = new RegExp(`\\[\\s*${namePattern}\\s*\\(`, "uy");

/** The same in the place of a call: a list, or the calls alone. */
export function readMarkedPython(context: ParseContext, at: number): ParseResult | undefined {
  const isOther = context.text[at] === "[" && !matchAt(listOfCalls, context.text, at);
  return isOther ? undefined : readPythonCalls(context, at, false);
}
