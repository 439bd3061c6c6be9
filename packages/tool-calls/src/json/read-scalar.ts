import { matchAt } from "../match-at.ts";
import { skipBlanks, structural } from "./blanks.ts";
import { type LooseValue, Spelled } from "./loose-value.ts";

export type Scalar = { value: LooseValue; end: number; partial: boolean; number: boolean };

const strictScalar = /(true|false|null)|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A possible number in any spelling, matched in one step, so that a long run of digits costs linear time. */
const numberAhead = /[+-]?[\d.](?:[eE][+-](?=\d)|[\w.])*/y;
const prefixedNumber = /^[+-]?0(?:[xX][\da-fA-F]+|[oO][0-7]+|[bB][01]+)$/;
const looseNumber = /^[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const words = new Map<string, boolean | null>([
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...["null", "None", "NULL", "Null", "undefined"].map((word) => [word, null] as const),
]);
/** Words for a missing value, and dots for omitted text: their meaning would be a guess. */
const notValue = /^(?:NaN|Infinity|nan|inf|\.{3,})$/;
const bareText = /[A-Za-z_./~@*$][^\s,{}()[\]"'`<>|;=，；：｛｝（）［］]*/y;
/** An unquoted text: words, an address, a date, a version, an amount. */
const unquoted = /[^\s,{}()[\]"'`<>|;=:\\#，；：｛｝（）［］](?:[^,{}()[\]"'`<>|;\\#\n，；：｛｝（）［］])*/y;
const keyAhead = /(?:["'“][^"'“”\n\\]{0,120}["'”]|[A-Za-z_$][\w$-]{0,80})\s{0,40}(?:[:：]|=>)/y;

const sticky = (pattern: RegExp, text: string, at: number, limit: number): string | undefined =>
  matchAt(pattern, text, at)?.[0].slice(0, limit - at);

/** A number, with its spelling if that has more information: `1.10`, `007`, `0x1F`, twenty digits. */
function numberAt(spelling: string, at: number, limit: number): Scalar | undefined {
  const isBased = prefixedNumber.test(spelling);
  const size = Number(isBased ? spelling.replace(/^[+-]/, "") : spelling.replaceAll("_", ""));
  if (!Number.isFinite(size) || (isBased && !Number.isSafeInteger(size))) return undefined;
  const signed = isBased && spelling.startsWith("-") ? -size : size;
  const value = String(signed) === spelling ? signed : new Spelled(spelling, signed);
  const end = at + spelling.length;
  return { value, end, partial: end >= limit, number: true };
}

/** A scalar of strict JSON: `true`, `null`, `-1.5e3`. */
export function readStrictScalar(text: string, at: number, limit: number): Scalar | undefined {
  const found = sticky(strictScalar, text, at, limit);
  if (found === undefined) return undefined;
  if (!/^[a-z]/.test(found)) return numberAt(found, at, limit);
  const value = words.get(found);
  return value === undefined ? undefined : { value, end: at + found.length, partial: false, number: false };
}

/** Also Python's words, `.5`, `+3`, `0x1F`, `1_000`, and single unquoted words. */
export function readLooseScalar(text: string, at: number, limit: number): Scalar | undefined {
  const number = sticky(numberAhead, text, at, limit);
  if (number !== undefined && (prefixedNumber.test(number) || looseNumber.test(number)))
    return numberAt(number, at, limit);
  const bare = sticky(bareText, text, at, limit);
  if (bare === undefined || notValue.test(bare)) return undefined;
  const end = at + bare.length;
  const known = words.get(bare);
  if (known === undefined) return { value: bare, end, partial: end >= limit, number: false };
  const value = /^[tfn]/.test(bare) ? known : new Spelled(bare, known);
  return { value, end, partial: false, number: false };
}

export const keyFollows = (text: string, at: number): boolean => matchAt(keyAhead, text, at) !== undefined;

/** Whether a value ends at `at`: its object or list continues or closes there. */
function endsValue(text: string, at: number, limit: number): boolean {
  const next = skipBlanks(text, at, limit);
  const marks = structural(text[next] ?? "") + (text[next + 1] ?? "");
  return next >= limit || /^(?:\/[/*]|[,;}\])<`#])/.test(marks) || (next > at && keyFollows(text, next));
}

/** Whether several words are one value: the object closes after them, or its next key follows. */
function endsWords(text: string, at: number, limit: number): boolean {
  const mark = structural(text[at] ?? "");
  const next = skipBlanks(text, mark === "," ? at + 1 : at, limit);
  const goesOn = mark === "," || mark === "\n";
  return mark === "}" || (goesOn && (structural(text[next] ?? "") === "}" || keyFollows(text, next)));
}

/** A number, a word or an unquoted text, if it is a complete value; in an object also several words. */
export function readUnquoted(text: string, at: number, limit: number, inObject: boolean): Scalar | undefined {
  const plain = readLooseScalar(text, at, limit);
  if (plain && endsValue(text, plain.end, limit)) return plain;
  const some = sticky(unquoted, text, at, limit) ?? "";
  const value = some.trimEnd();
  const end = at + some.length;
  const isText =
    /[\p{L}\p{N}%/]$/u.test(value) &&
    !/[:=](?:\s|$)/.test(value) &&
    !notValue.test(value) &&
    (inObject || !/\s/.test(value));
  if (isText && value.length <= 2000 && end >= limit) return { value, end, partial: true, number: false };
  if (isText && value.length <= 2000 && endsWords(text, end, limit))
    return { value, end: at + value.length, partial: false, number: false };
  return inObject && typeof plain?.value === "string" ? undefined : plain;
}
