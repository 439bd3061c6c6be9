import { skipBlanks } from "../json/blanks.ts";
import { type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { readPythonValue } from "../json/read-json.ts";
import { broken, complete, cut, type Draft, matchAt, type Reading, type Sight } from "./draft.ts";

const callName = /(print\s*\(\s*)?(?:await\s+)?([A-Za-z_][\w.-]{0,120})\s*\(/y;
const keyword = /([A-Za-z_]\w{0,80})\s*=(?!=)\s*/y;
const assignment = /[A-Za-z_]\w{0,40}\s*=\s*(?=[A-Za-z_][\w.]*\s*\()/y;

const nameAtEnd = /^[A-Za-z_][\w.-]{0,120}$/;

type Arguments = { named: LooseObject; positional: LooseValue[]; end: number; open?: Draft["open"] };

function readArguments(sight: Sight, from: number, limit: number): Arguments | "cut" | "broken" {
  const { text, fuel } = sight;
  const found: Arguments = { named: {}, positional: [], end: from };
  let at = skipBlanks(text, from, limit);
  for (;;) {
    if (at >= limit) return "cut";
    if (text[at] === ")") return { ...found, end: at + 1 };
    const key = matchAt(keyword, text, at);
    const reading = readPythonValue(text, key ? at + key[0].length : at, { limit, fuel });
    if (reading.ending === "cut") return "cut";
    // Two quotes where the output hit its limit may be the first of three.
    if (reading.value === "" && reading.end >= limit && sight.memory.cutShort) return "cut";
    if (reading.ending === "broken") return "broken";
    if (key?.[1] !== undefined) setKey(found.named, key[1], reading.value);
    else found.positional.push(reading.value);
    at = skipBlanks(text, reading.end, limit);
    if (reading.ending === "open" || at >= limit) return { ...found, end: at, open: reading.last };
    if (text[at] === ",") {
      at = skipBlanks(text, at + 1, limit);
      if (at >= limit) return { ...found, end: at, open: "comma" };
    } else if (text[at] !== ")") {
      return "broken";
    }
  }
}

/** One `name(key=value, …)` at `at`; `undefined` if it names no offered tool and must. */
export function readPythonCall(
  sight: Sight,
  from: number,
  offered: boolean,
  limit = sight.text.length,
): Reading | undefined {
  const { text, tools } = sight;
  const assigned = matchAt(assignment, text, from);
  const opener = matchAt(callName, text, assigned ? from + assigned[0].length : from);
  const name = opener?.[2];
  if (!opener || name === undefined) return undefined;
  if (offered && !tools.spelled(name) && !tools.find(name)) return undefined;
  const read = readArguments(sight, opener.index + opener[0].length, limit);
  if (read === "cut") return cut([], limit);
  if (read === "broken") return broken([], opener.index + opener[0].length, "the call is not valid Python");
  const { named, positional } = read;
  if (positional.length > 0 && Object.keys(named).length > 0) {
    return broken([], read.end, "positional arguments cannot be matched to parameters");
  }
  const draft: Draft =
    positional.length > 0
      ? { name, arguments: { kind: "positional", value: positional } }
      : { name, arguments: { kind: "value", value: named } };
  if (read.open) draft.open = read.open;
  let end = read.end;
  if (opener[1] !== undefined && text[skipBlanks(text, end, limit)] === ")")
    end = skipBlanks(text, end, limit) + 1;
  return complete([draft], end);
}

/** A list of calls, in brackets or one per line. */
export function readPythonCalls(
  sight: Sight,
  from: number,
  offered: boolean,
  limit = sight.text.length,
): Reading | undefined {
  const { text } = sight;
  let at = skipBlanks(text, from, limit);
  const bracketed = text[at] === "[";
  if (bracketed) at = skipBlanks(text, at + 1, limit);
  const drafts: Draft[] = [];
  let end = at;
  for (;;) {
    if (bracketed && text[at] === "]" && drafts.length > 0) return complete(drafts, at + 1);
    const call = readPythonCall(sight, at, offered, limit);
    if (!call) break;
    drafts.push(...call.drafts);
    if (call.ending !== "complete") return { ...call, drafts };
    end = call.end;
    at = skipBlanks(text, end, limit);
    if (text[at] === "," || text[at] === ";") at = skipBlanks(text, at + 1, limit);
  }
  if (drafts.length === 0) return undefined;
  if (!bracketed) return complete(drafts, end);
  if (at < limit && limit === text.length && nameAtEnd.test(text.slice(at, at + 130)))
    return cut(drafts, limit);
  return at >= limit || text[at] === "<" ? complete(drafts, at) : undefined;
}
