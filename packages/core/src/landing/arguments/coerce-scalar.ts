import { fuelFor, skipBlanks } from "../json/blanks.ts";
import { isObject, type LooseValue, SpelledNumber } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";

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

function toBoolean(text: string): boolean | undefined {
  const lower = text.trim().toLowerCase();
  return lower === "true" ? true : lower === "false" ? false : undefined;
}

/** A list or object that was written into a string. */
export function readInner(text: string, opener: "[" | "{"): LooseValue | undefined {
  const at = skipBlanks(text, 0);
  if (text[at] !== opener) return undefined;
  const reading = readJson(text, at, { fuel: fuelFor(text), python: true });
  if (reading.ending !== "complete" || skipBlanks(text, reading.end) < text.length) return undefined;
  return opener === "[" ? (Array.isArray(reading.value) ? reading.value : undefined) : reading.value;
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
      return /^\s*(?:null|none)\s*$/i.test(text) ? null : undefined;
    case "array":
      return readInner(text, "[");
    case "object":
      return readInner(text, "{");
    default:
      return undefined;
  }
}

/** The same thing as another type, if nothing is lost; else `undefined`. */
export function asType(value: LooseValue, type: string): LooseValue | undefined {
  if (typeof value === "string") return fromText(value, type);
  if (type === "string") {
    if (value instanceof SpelledNumber) return value.spelling;
    if (typeof value === "number" || typeof value === "boolean") return String(value);
  }
  if (type === "array" && isObject(value) && Object.keys(value).length === 0) return [];
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
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const same = allowed.filter(
    (one) =>
      ["string", "number", "boolean"].includes(typeof one) && separatorless(one) === separatorless(value),
  );
  const only = same.length === 1 ? same[0] : undefined;
  if (typeof only === "boolean") return typeof value === "string" ? only : undefined;
  return typeof only === "string" || typeof only === "number" ? only : undefined;
}
