import { hasKey, isNull, type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { findProblem } from "../schema/find-problem.ts";
import { allowedTypes, asSchema, propertiesOf, requiredOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { asAllowed } from "./coerce-scalar.ts";
import { withoutUnit } from "./number-unit.ts";
import { bareName, isOtherName } from "./parameter-names.ts";

type Coerce = (value: LooseValue, schema: JSONSchema, root: JSONSchema, depth: number) => LooseValue;

type Means = (key: string, parameter: string) => boolean;

/** Finds for each parameter of `names` that is missing the one unknown key that must have meant it. */
function findRenames(
  value: LooseObject,
  names: readonly string[],
  known: Readonly<Record<string, JSONSchema>>,
  means: Means,
): Map<string, string> {
  const renames = new Map<string, string>();
  const unknown = Object.keys(value).filter((key) => !(key in known));
  if (unknown.length === 0) return renames;
  const pairs: { key: string; name: string }[] = [];
  for (const name of names) {
    if (hasKey(value, name)) continue;
    for (const key of unknown) if (means(key, name)) pairs.push({ key, name });
  }
  for (const { key, name } of pairs) {
    const rivals = pairs.filter((pair) => pair.key === key || pair.name === name);
    if (rivals.length === 1) renames.set(key, name);
  }
  return renames;
}

function renamed(value: LooseObject, renames: Map<string, string>): LooseObject {
  if (renames.size === 0) return value;
  const result: LooseObject = {};
  for (const key of Object.keys(value)) setKey(result, renames.get(key) ?? key, value[key] ?? null);
  return result;
}

/** Other spellings first, then other names: for the parameters that must be there before those that may. */
function withKnownNames(
  given: LooseObject,
  known: Readonly<Record<string, JSONSchema>>,
  required: readonly string[],
  fits: Means,
): LooseObject {
  const names = Object.keys(known);
  const needed = names.filter((name) => required.includes(name));
  const isSpelling: Means = (key, name) => bareName(key) === bareName(name);
  const isOther: Means = (key, name) => isOtherName(key, name) && fits(key, name);
  const spelled = renamed(given, findRenames(given, names, known, isSpelling));
  const filled = renamed(spelled, findRenames(spelled, needed, known, isOther));
  return renamed(filled, findRenames(filled, names, known, isOther));
}

/** True if a word such as `None` is one of the values that the schema lists. */
function isAllowedWord(item: LooseValue, schema: JSONSchema): boolean {
  const listed = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : [];
  return asAllowed(item, listed) !== undefined;
}

const wordless = new Set(["number", "integer", "boolean", "null"]);

/** True if `item` says that an optional parameter was left out: null, or no text where text cannot be meant. */
function isAbsent(item: LooseValue, expected: JSONSchema, root: JSONSchema): boolean {
  if (isNull(item)) {
    return findProblem(null, expected, root) !== undefined && !isAllowedWord(item, resolved(expected, root));
  }
  if (typeof item !== "string" || item.trim() !== "") return false;
  const types = allowedTypes(expected, root);
  return types !== undefined && types.size > 0 && [...types].every((type) => wordless.has(type));
}

/** `30s` as the number it is, where the parameter counts seconds. */
function unitless(item: LooseValue, name: string, expected: JSONSchema, root: JSONSchema): LooseValue {
  if (typeof item !== "string") return item;
  const types = allowedTypes(expected, root);
  if (!types || types.has("string") || !(types.has("integer") || types.has("number"))) return item;
  return withoutUnit(item, name, expected) ?? item;
}

/**
 * Brings an object to the keys of its schema: other spellings and known other names onto missing parameters, null for
 * an optional one (or no text for an optional number) left out, unknown keys dropped only where the schema forbids them.
 */
export function alignObject(
  given: LooseObject,
  schema: JSONSchema,
  root: JSONSchema,
  depth: number,
  coerce: Coerce,
): LooseObject {
  const known = propertiesOf(schema, root);
  const required = requiredOf(schema, root);
  const fits = (key: string, name: string) => {
    const expected = known[name] ?? {};
    const candidate = coerce(given[key] ?? null, expected, root, depth + 1);
    return !findProblem(candidate, expected, root);
  };
  const value = Object.keys(given).every((key) => key in known)
    ? given
    : withKnownNames(given, known, required, fits);
  const rest = schema.additionalProperties;
  const others = asSchema(rest);
  const result: LooseObject = {};
  for (const key of Object.keys(value)) {
    const item = value[key] ?? null;
    const expected = known[key];
    if (!expected) {
      if (rest !== false) setKey(result, key, others ? coerce(item, others, root, depth + 1) : item);
      continue;
    }
    if (!required.includes(key) && isAbsent(item, expected, root)) continue;
    setKey(result, key, coerce(unitless(item, key, expected, root), expected, root, depth + 1));
  }
  return result;
}
