import { fuelFor, skipBlanks } from "../json/blanks.ts";
import { isObject, type LooseValue, Spelled } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import { numberedItems } from "./list-text.ts";
import { readXmlTree } from "./xml-tree.ts";

const numberText = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The digits that carry the value: `-01.50` is `15`. */
function significant(spelling: string): string {
  const digits = (spelling.split(/[eE]/)[0] ?? "").replace(/[^\d]/g, "").replace(/^0+/, "");
  return digits.replace(/0+$/, "");
}

function toNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!numberText.test(trimmed) || /^[+-]?0\d/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return undefined;
  return significant(trimmed) === significant(String(value)) ? value : undefined;
}

function toInteger(text: string): number | undefined {
  if (!/^\s*[+-]?\d+(?:\.0+)?\s*$/.test(text)) return undefined;
  const value = toNumber(text);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

const booleans = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);

function toBoolean(text: string): boolean | undefined {
  return booleans.get(text.trim().toLowerCase());
}

/** True for the text of a null: what it means where null is allowed and text is not. */
export function isNullText(text: string): boolean {
  return /^\s*(?:null|none)\s*$/i.test(text);
}

const escapedOpener = /^\s*[[{]\s*\\"/;

/** A list or object that was written into a string; a lone bare word in brackets may be a pattern. */
export function readInner(given: string, opener: "[" | "{"): LooseValue | undefined {
  const text = escapedOpener.test(given) ? given.replace(/\\(["\\])/g, "$1") : given;
  const at = skipBlanks(text, 0);
  if (text[at] !== opener) return undefined;
  const reading = readJson(text, at, { fuel: fuelFor(text), python: true });
  if (reading.ending !== "complete" || skipBlanks(text, reading.end) < text.length) return undefined;
  if (opener === "{") return reading.value;
  if (!Array.isArray(reading.value)) return undefined;
  const pattern =
    reading.value.length === 1 && /^\s*\[\s*[^\s"'\d{[]/.test(text) && typeof reading.value[0] === "string";
  return pattern ? undefined : reading.value;
}

/** True for text in brackets that could not be read as a list: whether it is one is a guess. */
export function isListLike(text: string): boolean {
  return /^\s*\[[\s\S]*\]\s*$/.test(text);
}

function asList(value: LooseValue | undefined): LooseValue | undefined {
  return Array.isArray(value) ? value : undefined;
}

function asObject(value: LooseValue | undefined): LooseValue | undefined {
  return isObject(value) ? value : undefined;
}

function fromText(text: string, type: string): LooseValue | undefined {
  switch (type) {
    case "integer":
      return toInteger(text);
    case "number":
      return toNumber(text);
    case "boolean":
      return toBoolean(text);
    case "null":
      return isNullText(text) ? null : undefined;
    case "array":
      return readInner(text, "[") ?? asList(readXmlTree(text));
    case "object":
      return readInner(text, "{") ?? asObject(readXmlTree(text));
    default:
      return undefined;
  }
}

/** The same thing as another type, if nothing is lost; else `undefined`. */
export function asType(value: LooseValue, type: string): LooseValue | undefined {
  if (typeof value === "string") return fromText(value, type);
  if (type === "string") {
    if (value instanceof Spelled) return value.mayBeText ? value.spelling : undefined;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
  }
  if (type === "boolean" && (value === 1 || value === 0)) return value === 1;
  if (type === "array" && isObject(value)) return Object.keys(value).length === 0 ? [] : numberedItems(value);
  if (type === "object" && Array.isArray(value) && value.length === 0) return {};
  return undefined;
}

function separatorless(value: unknown): string {
  return String(value)
    .trim()
    .toLowerCase()
    .replace(/^["'`]|["'`]$/g, "")
    .replace(/[\s_-]/g, "");
}

/** The allowed value that differs only in case, separators or quoting; `undefined` unless exactly one does. */
export function asAllowed(value: LooseValue, allowed: unknown[]): LooseValue | undefined {
  const written = value instanceof Spelled ? value.spelling : value;
  if (typeof written !== "string" && typeof written !== "number") return undefined;
  const same = allowed.filter(
    (one) =>
      ["string", "number", "boolean"].includes(typeof one) && separatorless(one) === separatorless(written),
  );
  const only = same.length === 1 ? same[0] : undefined;
  if (typeof only === "boolean") return typeof written === "string" ? only : undefined;
  return typeof only === "string" || typeof only === "number" ? only : undefined;
}
