import type { RejectedReason } from "@kestrel/protocol";
import { fuelFor, skipBlanks, skipComments } from "../json/blanks.ts";
import { isNull, isObject, type LooseValue, plain, sameValue } from "../json/loose-value.ts";
import { readJson, readMembers } from "../json/read-json.ts";
import { findProblem } from "../schema/find-problem.ts";
import { propertiesOf, requiredOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema, MendedArguments, RepairedArguments } from "../shapes.ts";
import { fitArguments, mostGot, shortened, unwrap } from "./fit-arguments.ts";

const fenced =
  /^[^{}[\]"`]{0,200}(?:```|~~~)(?:[\w-]*[ \t]*\r?\n|\w*[ \t]*(?=[{[]))([\s\S]*?)\r?\n?[ \t]*(?:```|~~~)\s*(?:\n[^{}[\]"`]{0,200})?$/;
/** Text that models put before the object: unclosed fence, label, introduction, opening mark, a tool's name, code span. */
const prefixes = [
  /^[^{}[\]"`]{0,200}```[\w-]*[ \t]*\r?\n(?=\s*[{[])/,
  /^\s*(?:arguments|args|input|parameters|params|json)(?:\s*[:=：]\s*|\s+)(?=[{[｛])|^\s*json(?=[{｛])/i,
  /^\s{0,200}[^\s{}[\]"'`<>][^{}[\]"'`<>]{0,200}(?::\s{0,40}(?=[{[])|[!.]\s{1,40}(?=\{)|(?<=\w\s\w{1,80})\s{1,40}(?=\{))/,
  /^\s*(?:<\/?[A-Za-z][\w:-]{2,30}>|<[|｜][^<>|｜\n]{1,40}[|｜]>|\[[A-Z_]{4,20}\]|[A-Za-z_][\w.]{0,80}\s{0,40}\(|`)\s*(?=[{[])/,
];
const blanksOf: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
const leftovers = /^(?:\s|[}\])]|<\/?[|｜]?[\w:▁｜ -]{1,40}[|｜]?>|\[\/?[A-Z_]{2,20}\]|[`;])*$/;
/** Members without their braces: `"path": …`, `path='…'`. */
const firstMember = /^(?:["'][\w-]+["']\s*:|[A-Za-z_]\w{0,80}\s*=\s*["'[{\w.+-])/;
/** An unquoted parameter and its value; excludes words that introduce an object. */
const bareMember = /^\s{0,200}([A-Za-z_]\w{0,80})\s{0,40}[:：]\s{0,40}["'{[\d]/;
/** Text after the arguments: whole sentences, without characters that could be data. */
const prose = /^(?:\s*\n\s*\S|\s+[\p{L}])[^{}[\]"`<>]*[.!?。！？]\s*$|^[.!?。！？]\s*$/u;
const maximumProse = 2000;

/** Removes what models put around an arguments object, and one level of escaping. */
function peeled(given: string): string {
  const body = fenced.exec(given)?.[1] ?? given;
  const text = prefixes.reduce((rest, prefix) => rest.replace(prefix, ""), body);
  if (/^\s*[{[]\s*(?:\\[nrt]\s*)*\\"/.test(text))
    return text.replace(/\\(["\\nrt])/g, (_found, char: string) => blanksOf[char] ?? char);
  return text;
}

type Reading = { value: LooseValue } | string;

function readNothing(schema: JSONSchema | undefined, written?: LooseValue): Reading {
  if (written !== undefined && !schema) return { value: written };
  return schema && requiredOf(resolved(schema, schema), schema).length === 0 ? { value: {} } : "are empty";
}

/** `{}{"path":…}` and the same object twice count as one; two different ones are a contradiction. */
function merged(first: LooseValue, second: LooseValue): Reading {
  const isEmpty = (value: LooseValue) => isObject(value) && Object.keys(value).length === 0;
  if (isEmpty(first) || sameValue(first, second)) return { value: second };
  return isEmpty(second) ? { value: first } : "contain two different objects";
}

/** Reads text where a JSON object is expected. */
function readArguments(given: string, schema: JSONSchema | undefined): Reading {
  const known = schema ? propertiesOf(resolved(schema, schema), schema) : {};
  const isMember = (bareMember.exec(given)?.[1] ?? "") in known;
  const text = isMember ? given : peeled(given);
  const at = skipBlanks(text, 0);
  if (at >= text.length) return readNothing(schema);
  const settings = { fuel: fuelFor(text), python: true };
  const memberFirst = isMember || firstMember.test(text.slice(at, at + 120));
  const { value, ending, end, twice } = (memberFirst ? readMembers : readJson)(text, at, settings);
  if (twice !== undefined) return `give "${twice.slice(0, 60)}" twice, with different values`;
  if (ending === "cut") return "end in the middle of a value";
  if (ending === "broken") return "are not valid JSON";
  if (isNull(value) && /^(?:null|None)\s*$/.test(text.slice(at))) return readNothing(schema, null);
  const rest = text.slice(end);
  if (rest.length <= 500 && leftovers.test(rest)) return { value };
  if (!isObject(value)) return "have more text after the JSON";
  const isOver = skipComments(text, end, text.length) >= text.length || /^\s*[,;，；]\s*$/.test(rest);
  if (isOver || (rest.length <= maximumProse && prose.test(rest))) return { value };
  const next = skipBlanks(text, end);
  const second = text[next] === "{" ? readJson(text, next, settings) : undefined;
  if (second?.ending === "complete" && leftovers.test(text.slice(second.end, second.end + 500)))
    return merged(value, second.value);
  return "have more text after the JSON";
}

/** The value of valid JSON; `undefined` when any repair would be needed. */
export function parsed(text: string): { value: LooseValue } | undefined {
  const reading = readJson(text, 0);
  const whole = reading.strict && skipBlanks(text, reading.end) >= text.length;
  return whole ? { value: reading.value } : undefined;
}

function repair(text: string, schema: JSONSchema | undefined): MendedArguments {
  const valid = parsed(text);
  const isRight = (value: LooseValue) =>
    !schema || (unwrap(value, schema) === value && !findProblem(value, schema));
  if (valid && isRight(valid.value)) return { ok: true, value: plain(valid.value) };
  const reading = readArguments(text, schema);
  if (typeof reading === "string") return unreadable(reading, text);
  return fitArguments(reading.value, schema);
}

/** A rejection's parts for text that cannot be parsed at all. */
function unreadable(reason: string, got: string) {
  const why = {
    reason: `the arguments ${reason}`,
    expected: "one complete JSON object.",
    got: shortened(got, mostGot),
    hint: "call again with valid JSON; escape quotes and newlines inside strings.",
  };
  return { ok: false, why } as const;
}

/** Parses the arguments of a call; repairs syntax errors only and never guesses. Never throws. */
export function mendArguments(text: string, schema?: JSONSchema): MendedArguments {
  try {
    const source = typeof text === "string" ? text : text === undefined ? "" : JSON.stringify(text);
    return repair(source, isObject(schema) ? schema : undefined);
  } catch (fault) {
    return { ...unreadable("could not be read", String(text)), fault };
  }
}

/** A rejection as text, for direct callers of this package; a turn formats its own from the same parts. */
export function describeRejection({ reason, expected, got, hint }: RejectedReason): string {
  const parts = { Rejected: `${reason}.`, Expected: expected, Got: got, Try: hint };
  return Object.entries(parts)
    .flatMap(([label, part]) => (part === undefined ? [] : `${label}: ${part}`))
    .join("\n");
}

/** The same, with the rejection as text. */
export function repairArguments(text: string, schema?: JSONSchema): RepairedArguments {
  const mended = mendArguments(text, schema);
  return mended.ok ? mended : { ok: false, error: describeRejection(mended.why) };
}
