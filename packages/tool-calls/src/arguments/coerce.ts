import {
  hasKey,
  isNull,
  isObject,
  type LooseObject,
  type LooseValue,
  Spelled,
  setKey,
} from "../json/loose-value.ts";
import { bareName, isOtherName } from "../names.ts";
import { findProblem } from "../schema/find-problem.ts";
import {
  allowedTypes,
  asSchema,
  choices,
  demands,
  itemSchema,
  listedValues,
  namedTypes,
  propertiesOf,
  requiredOf,
  resolved,
} from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { asAllowed, asJsonText, asType, isNullText, listParts, withoutUnit } from "./convert.ts";

const maximumDepth = 32;
const wordless = new Set(["number", "integer", "boolean", "null"]);

type Means = (key: string, parameter: string) => boolean;

/** Renames each unknown key that can only mean a parameter of `names` that is missing. */
function renamed(value: LooseObject, names: readonly string[], known: object, means: Means): LooseObject {
  const unknown = Object.keys(value).filter((key) => !(key in known));
  const missing = unknown.length === 0 ? [] : names.filter((name) => !hasKey(value, name));
  const pairs = missing.flatMap((name) => unknown.flatMap((key) => (means(key, name) ? { key, name } : [])));
  const certain = pairs.filter(
    ({ key, name }) => pairs.filter((pair) => pair.key === key || pair.name === name).length === 1,
  );
  if (certain.length === 0) return value;
  const result: LooseObject = {};
  for (const key of Object.keys(value))
    setKey(result, certain.find((pair) => pair.key === key)?.name ?? key, value[key] ?? null);
  return result;
}

/** Whether `item` means an omitted optional parameter: null, or null as text when text is not allowed. */
function isAbsent(item: LooseValue, expected: JSONSchema, root: JSONSchema): boolean {
  if (isNull(item)) {
    const isListed = asAllowed(item, listedValues(resolved(expected, root))) !== undefined;
    return !isListed && findProblem(null, expected, root) !== undefined;
  }
  if (typeof item !== "string" || item.trim() !== "") return false;
  const types = allowedTypes(expected, root);
  return types !== undefined && types.size > 0 && [...types].every((type) => wordless.has(type));
}

/** Maps spellings and synonyms to missing parameters; drops null for optional ones, and unknown keys if the schema forbids them. */
function alignObject(given: LooseObject, schema: JSONSchema, root: JSONSchema, depth: number): LooseObject {
  const known = propertiesOf(schema, root);
  const required = requiredOf(schema, root);
  const rest = schema.additionalProperties;
  const schemaOf = (name: string) => known[name] ?? asSchema(rest) ?? {};
  const fitted = (item: LooseValue, name: string): LooseValue => {
    const expected = schemaOf(name);
    const types = name in known ? allowedTypes(expected, root) : undefined;
    const isNumber = types && !types.has("string") && (types.has("integer") || types.has("number"));
    const bare = isNumber && typeof item === "string" ? withoutUnit(item, name) : undefined;
    const found = coerce(bare ?? item, expected, root, depth + 1);
    const isText = types?.has("string") && findProblem(found, expected, root) !== undefined;
    return (isText ? asJsonText(item, name) : undefined) ?? found;
  };
  const isOther: Means = (key, name) =>
    isOtherName(key, name) && !findProblem(fitted(given[key] ?? null, name), schemaOf(name), root);
  const names = Object.keys(known);
  const needed = names.filter((name) => required.includes(name));
  // Spellings first, then synonyms; required parameters before optional ones.
  const spelled = renamed(given, names, known, (key, name) => bareName(key) === bareName(name));
  const value = renamed(renamed(spelled, needed, known, isOther), names, known, isOther);
  const result: LooseObject = {};
  for (const [key, item] of Object.entries(value)) {
    const isDropped =
      key in known ? !required.includes(key) && isAbsent(item, schemaOf(key), root) : rest === false;
    if (!isDropped) setKey(result, key, fitted(item, key));
  }
  return result;
}

/** The conversions of `value` to `type` under `schema`; the caller checks which fits. */
function attempts(
  value: LooseValue,
  type: string,
  schema: JSONSchema,
  root: JSONSchema,
  depth: number,
): LooseValue[] {
  const list = (items: readonly LooseValue[]): LooseValue[] =>
    items.map((item, index) => coerce(item, itemSchema(schema, index) ?? {}, root, depth + 1));
  const inner = (one: LooseValue): LooseValue[] =>
    Array.isArray(one) ? [list(one)] : isObject(one) ? [alignObject(one, schema, root, depth)] : [one];
  const other = asType(value, type);
  const found = [
    ...((type === "object" ? isObject(value) : type === "array" && Array.isArray(value)) ? inner(value) : []),
    ...(other === undefined ? [] : inner(other)),
  ];
  if (type !== "array" && Array.isArray(value) && value.length === 1) return [...found, value[0] ?? null];
  if (type !== "array" || Array.isArray(value) || isNull(value)) return found;
  // Bracketed text that could not be parsed as a list may or may not be one item.
  const isWhole = typeof value !== "string" || !/^\s*\[[\s\S]*\]\s*$/.test(value);
  const items = asSchema(schema.items);
  const parts = typeof value === "string" && items ? listParts(value, allowedTypes(items, root)) : undefined;
  return [...found, ...(parts ? [list(parts)] : []), ...(isWhole ? [list([value])] : [])];
}

/** `value` in the form that `schema` requires, if nothing is lost; else unchanged. */
export function coerce(given: LooseValue, expected: JSONSchema, root: JSONSchema, depth = 0): LooseValue {
  const schema = resolved(expected, root);
  const fits = (candidate: LooseValue | undefined) =>
    candidate !== undefined && !findProblem(candidate, schema, root);
  const allowed = listedValues(schema);
  const isWord = given instanceof Spelled && typeof given.value !== "number";
  const word = isWord ? asAllowed(given, allowed) : undefined;
  if (word !== undefined && fits(word)) return word;
  const value = isWord ? given.value : given;
  if (depth > maximumDepth || fits(value)) return value;
  const named = asAllowed(value, allowed);
  if (named !== undefined && fits(named)) return named;
  if (typeof value === "string" && isNullText(value) && fits(null)) return null;
  // A boolean converted to text keeps its spelling.
  const source = (type: string) => (type === "string" && value !== null ? given : value);
  const all = (namedTypes(schema) ?? []).flatMap((type) => attempts(source(type), type, schema, root, depth));
  const under = (one: LooseValue, way: JSONSchema) => coerce(one, way, root, depth + 1);
  const fitting =
    all.find(fits) ??
    choices(schema)
      .map((way) => under(value, way))
      .find(fits);
  if (fitting !== undefined) return fitting;
  const combined = demands(schema).reduce(under, all[0] ?? value);
  if (fits(combined)) return combined;
  // Partial conversions are kept, so that the error reports the actual problem.
  return isObject(value) && isObject(all[0]) ? all[0] : value;
}
