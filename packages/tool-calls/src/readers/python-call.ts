import { namePattern } from "../grammar/template.ts";
import { skipBlanks } from "../json/blanks.ts";
import { hasKey, type LooseObject, type LooseValue, sameValue, setKey } from "../json/loose-value.ts";
import { readPythonValue } from "../json/read-json.ts";
import { resolved } from "../schema/read-schema.ts";
import { balancedEnd } from "./balanced-end.ts";
import type { CallCandidate } from "./call-candidate.ts";
import { crossesMark } from "./json-arguments.ts";
import { matchAt, type ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";
import type { OfferedTool } from "./tool-index.ts";

const identifierPattern = "[\\p{L}_][\\p{L}\\p{M}\\p{N}_]{0,80}";
const callName = new RegExp(`(print\\s*\\(\\s*)?(?:await\\s+)?(${namePattern})\\s*\\(`, "uy");
const keyword = new RegExp(`(${identifierPattern})\\s*=(?!=)\\s*`, "uy");
const assignment = new RegExp(`${identifierPattern}\\s*=\\s*(?=${namePattern}\\s*\\()`, "uy");

const nameAtEnd = new RegExp(`^${namePattern}$`, "u");

/** One string of Python, its own quotes escaped inside, in one line or in three quotes. */
const plainString =
  /^[rRbBfFuU]{0,2}(?:"""[\s\S]*"""|'''[\s\S]*'''|"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')$/;
/** Another argument, in a text that had to be repaired: it took that one in. */
const argumentInside = /,\s{0,10}([\p{L}_][\p{L}\p{N}_]{0,80})\s{0,10}=(?!=)/gu;
/** A name is no value: in Python it means a variable, and the families' own readers take literals alone. */
const bareWord = /^[\p{L}_]/u;

/** True if the schema of the parameter `name` lists the word: then it can only be that one. */
function isListed(tool: OfferedTool | undefined, name: string | undefined, word: string): boolean {
  const schema = name === undefined ? undefined : tool?.properties[name];
  const listed = schema && tool && resolved(schema, tool.schema).enum;
  return Array.isArray(listed) && listed.includes(word);
}

type Arguments = { named: LooseObject; positional: LooseValue[]; end: number; open?: CallCandidate["open"] };

function readArguments(
  context: ParseContext,
  from: number,
  limit: number,
  tool: OfferedTool | undefined,
): Arguments | "cut" | "broken" {
  const { text, fuel } = context;
  const keys: ReadonlySet<string> = tool?.keys ?? new Set();
  const found: Arguments = { named: {}, positional: [], end: from };
  let at = skipBlanks(text, from, limit);
  for (;;) {
    if (at >= limit) return "cut";
    if (text[at] === ")") return { ...found, end: at + 1 };
    const key = matchAt(keyword, text, at);
    const start = key ? at + key[0].length : at;
    const reading = readPythonValue(text, start, { limit, fuel, keys });
    if (reading.ending === "cut") return "cut";
    // Two quotes where the output hit its limit may be the first of three.
    if (reading.value === "" && reading.end >= limit && context.memory.cutShort) return "cut";
    const read = text.slice(start, reading.end);
    const isPlain = plainString.test(read);
    if (reading.ending === "broken" || (!isPlain && crossesMark(context, start, reading.end)))
      return "broken";
    const lacks = (name: string) => name !== key?.[1] && keys.has(name) && !hasKey(found.named, name);
    const isText = typeof reading.value === "string" && !isPlain;
    if (
      isText &&
      [...read.replaceAll(/\([^()]*\)/g, "").matchAll(argumentInside)].some(([, name = ""]) => lacks(name))
    )
      return "broken";
    const isBare = typeof reading.value === "string" && bareWord.test(read) && !/["']/.test(read);
    if (isBare && !isListed(tool, key?.[1], String(reading.value))) return "broken";
    if (
      key?.[1] !== undefined &&
      hasKey(found.named, key[1]) &&
      !sameValue(found.named[key[1]], reading.value)
    )
      return "broken";
    if (key?.[1] !== undefined) setKey(found.named, key[1], reading.value);
    else found.positional.push(reading.value);
    at = skipBlanks(text, reading.end, limit);
    const isOpen = reading.ending === "open" || at >= limit;
    if (isOpen && typeof reading.value === "string" && !key) return "cut";
    if (isOpen) return { ...found, end: at, open: reading.last };
    if (text[at] === ",") {
      at = skipBlanks(text, at + 1, limit);
      if (at >= limit && found.positional.length > 0) return "cut";
      if (at >= limit) return { ...found, end: at, open: "comma" };
    } else if (text[at] !== ")") {
      return "broken";
    }
  }
}

/** One `name(key=value, …)` at `at`; `undefined` if it names no offered tool and must. */
export function readPythonCall(
  context: ParseContext,
  from: number,
  offered: boolean,
  limit = context.text.length,
): ParseResult | undefined {
  const { text, tools } = context;
  const assigned = matchAt(assignment, text, from);
  const opener = matchAt(callName, text, assigned ? from + assigned[0].length : from);
  const name = opener?.[2];
  if (!opener || name === undefined) return undefined;
  if (offered && !tools.spelled(name) && !tools.find(name)) return undefined;
  const read = readArguments(context, opener.index + opener[0].length, limit, tools.find(name));
  if (read === "cut") return cut([], limit);
  if (read === "broken") return broken([], opener.index + opener[0].length, "the call is not valid Python");
  const { named, positional } = read;
  if (positional.length > 0 && Object.keys(named).length > 0) {
    return broken([], read.end, "positional arguments cannot be matched to parameters");
  }
  const candidate: CallCandidate =
    positional.length > 0
      ? { name, arguments: { kind: "positional", value: positional } }
      : { name, arguments: { kind: "value", value: named } };
  if (read.open) candidate.open = read.open;
  let end = read.end;
  if (opener[1] !== undefined && text[skipBlanks(text, end, limit)] === ")")
    end = skipBlanks(text, end, limit) + 1;
  return complete([candidate], end);
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
  /** Why an element is no call; the others are calls all the same. */
  let reason: string | undefined;
  const done = (end: number) =>
    reason === undefined ? complete(candidates, end) : broken(candidates, end, reason);
  let end = at;
  for (;;) {
    if (bracketed && text[at] === "]" && (candidates.length > 0 || reason !== undefined)) return done(at + 1);
    const call = readPythonCall(context, at, offered, limit);
    if (!call) break;
    candidates.push(...call.candidates);
    const behind =
      call.ending === "broken" && bracketed ? balancedEnd(text, text.indexOf("(", at), limit) : undefined;
    if (behind === undefined && call.ending !== "complete") return { ...call, candidates };
    if (behind !== undefined) reason ??= call.reason ?? "the call is not valid Python";
    end = behind ?? call.end;
    at = skipBlanks(text, end, limit);
    if (text[at] === "," || text[at] === ";") at = skipBlanks(text, at + 1, limit);
  }
  if (candidates.length === 0 && reason === undefined) return undefined;
  if (!bracketed) return complete(candidates, end);
  if (at < limit && limit === text.length && nameAtEnd.test(text.slice(at, at + 130)))
    return cut(candidates, limit);
  return at >= limit || text[at] === "<" ? done(at) : undefined;
}

const listOfCalls = new RegExp(`\\[\\s*${namePattern}\\s*\\(`, "uy");

/** The same in the place of a call: a list, or the calls alone. */
export function readMarkedPython(context: ParseContext, at: number): ParseResult | undefined {
  if (context.text[at] === "[" && !matchAt(listOfCalls, context.text, at)) return undefined;
  return readPythonCalls(context, at, false);
}
