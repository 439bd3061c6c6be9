import { fuelFor, skipBlanks } from "../json/blanks.ts";
import { isObject, type LooseValue, Spelled } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import { isOtherName } from "../names.ts";
import { readXmlTree } from "./xml-tree.ts";

/** The significant digits: `-01.50` is `15`. */
function significant(spelling: string): string {
  const digits = (spelling.split(/[eE]/)[0] ?? "").replace(/[^\d]/g, "");
  return digits.replace(/^0+/, "").replace(/0+$/, "");
}

function toNumber(given: string): number | undefined {
  const text = given.trim();
  if (!/^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) || /^[+-]?0\d/.test(text))
    return undefined;
  const value = Number(text);
  return Number.isFinite(value) && significant(text) === significant(String(value)) ? value : undefined;
}

function toInteger(text: string): number | undefined {
  const value = /^\s*[+-]?\d+(?:\.0+)?\s*$/.test(text) ? toNumber(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

function toBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return /^(?:true|yes|on|1)$/.test(word) ? true : /^(?:false|no|off|0)$/.test(word) ? false : undefined;
}

/** Whether the text means null; used when null is allowed and text is not. */
export const isNullText = (text: string): boolean => /^\s*(?:null|none)\s*$/i.test(text);

/** Parses a list or object given as a string; a single bare word in brackets may be a pattern. */
export function readInner(given: string, opener: "[" | "{"): LooseValue | undefined {
  const text = /^\s*[[{]\s*\\"/.test(given) ? given.replace(/\\(["\\])/g, "$1") : given;
  const at = skipBlanks(text, 0);
  if (text[at] !== opener) return undefined;
  const { value, ending, end } = readJson(text, at, { fuel: fuelFor(text), python: true });
  if (ending !== "complete" || skipBlanks(text, end) < text.length) return undefined;
  if (!Array.isArray(value)) return opener === "{" ? value : undefined;
  const isPattern = value.length === 1 && typeof value[0] === "string" && /^\s*\[\s*[^\s"'\d{[]/.test(text);
  return isPattern ? undefined : value;
}

const fromText: Record<string, (text: string) => LooseValue | undefined> = {
  integer: toInteger,
  number: toNumber,
  boolean: toBoolean,
  null: (text) => (isNullText(text) ? null : undefined),
  array: (text) => {
    const tree = readXmlTree(text);
    return readInner(text, "[") ?? (Array.isArray(tree) ? tree : undefined);
  },
  object: (text) => {
    const tree = readXmlTree(text);
    return readInner(text, "{") ?? (isObject(tree) ? tree : undefined);
  },
};

/** Parameters with multi-line text: an object there means its JSON as text. */
const contentName = /(?:content|text|body|data|json|code|message|payload|value)s?$/i;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** An object or a list as JSON text with an indent of two, numbers as spelled, if `name` takes text; else `undefined`. */
export function asJsonText(value: LooseValue, name: string): string | undefined {
  const isContent = contentName.test(name) || isOtherName(name, "new");
  if (typeof value !== "object" || value === null || value instanceof Spelled || !isContent) return undefined;
  const spelled = (one: Spelled) =>
    jsonNumber.test(one.spelling) ? one.spelling : JSON.stringify(one.value);
  const mark = (_key: string, one: unknown) => (one instanceof Spelled ? `\u0000${spelled(one)}` : one);
  return JSON.stringify(value, mark, 2).replace(/"\\u0000([^"]*)"/g, "$1");
}

/** The value converted to another type, if nothing is lost; else `undefined`. */
export function asType(value: LooseValue, type: string): LooseValue | undefined {
  if (typeof value === "string") return fromText[type]?.(value);
  if (type === "string") {
    if (value instanceof Spelled) return value.spelling;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
  }
  if (type === "boolean" && (value === 1 || value === 0)) return value === 1;
  if (typeof value !== "object" || value === null || Object.keys(value).length > 0) return undefined;
  if (type === "object" && Array.isArray(value)) return {};
  return type === "array" && isObject(value) ? [] : undefined;
}

/** Spellings of units, one unit per line. */
const units = [
  "s sec secs second seconds 秒",
  "ms millis millisecond milliseconds 毫秒",
  "min mins minute minutes 分钟",
  "h hr hour hours",
].map((line) => line.split(" "));

/** The number in `30s`, if its parameter's name includes that unit, as `timeout_s` does. */
export function withoutUnit(text: string, name: string): string | undefined {
  const [, number, unit = ""] = /^\s*([+-]?\d{1,30}(?:\.\d{1,30})?)\s*(\p{L}{1,20})\s*$/u.exec(text) ?? [];
  const spellings = units.find((all) => all.includes(unit.toLowerCase())) ?? [unit.toLowerCase()];
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^a-zA-Z]+/);
  return words.some((word) => spellings.includes(word.toLowerCase())) ? number : undefined;
}

const separatorless = (value: unknown): string =>
  String(value)
    .trim()
    .replace(/^["'`]|["'`]$|[\s_-]/g, "")
    .toLowerCase();

/** The allowed value that differs only in case, separators or quotes; `undefined` unless exactly one does. */
export function asAllowed(value: LooseValue, allowed: readonly unknown[]): LooseValue | undefined {
  const written = value instanceof Spelled ? value.spelling : value;
  if (typeof written !== "string" && typeof written !== "number") return undefined;
  const [only, ...others] = allowed.filter(
    (one) =>
      ["string", "number", "boolean"].includes(typeof one) && separatorless(one) === separatorless(written),
  );
  if (others.length > 0 || (typeof only === "boolean" && typeof written !== "string")) return undefined;
  return only as LooseValue | undefined;
}

const scalars = new Set(["string", "number", "integer", "boolean", "null"]);
const bullet = /^(?:[-*•]|\d{1,3}[.)])[ \t]+/;
/** Groups of three digits may be one number, a comma between two digits a decimal point. */
const groupedNumber = /^\s*[+-]?\d{1,3}(?:,\d{3})+\s*$/;
const decimalComma = /^\s*[+-]?\d+,\d+\s*$/;

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || []);
  return lines.every((line) => bullet.test(line)) ? lines.map((line) => line.replace(bullet, "")) : lines;
}

/** Splits at commas; text with inner blanks, brackets or quotes may be a sentence, a pattern or a name. */
function wordsOf(text: string, types: ReadonlySet<string>): string[] {
  const parts = text.split(/[,，、]/).map((part) => unquoted(part));
  const isOne = types.has("string")
    ? parts.some((part) => /[\s()[\]{}"'`]/.test(part))
    : groupedNumber.test(text) || (types.has("number") && decimalComma.test(text));
  return isOne || parts.includes("") ? [] : parts;
}

const unquoted = (part: string): string => part.trim().replace(/^(["'])(.*)\1$/, "$2");

/** Splits a text at lines, else at commas, for a list of scalars of these types; `undefined` if it is or may be one item. */
export function listParts(text: string, types: ReadonlySet<string> | undefined): string[] | undefined {
  if (!types || text.length > 100_000 || [...types].some((type) => !scalars.has(type))) return undefined;
  const parts = text.trim().includes("\n") ? linesOf(text).map(unquoted) : wordsOf(text, types);
  return parts.length > 1 ? parts : undefined;
}
