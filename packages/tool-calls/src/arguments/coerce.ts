import { isNull, isObject, type LooseObject, type LooseValue, Spelled } from "../json/loose-value.ts";
import { findProblem } from "../schema/find-problem.ts";
import {
  allowedTypes,
  asSchema,
  choices,
  demands,
  namedTypes,
  propertiesOf,
  requiredOf,
  resolved,
} from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { alignObject } from "./align-object.ts";
import { asAllowed, asType, isListLike, isNullText } from "./coerce-scalar.ts";
import { listParts } from "./list-text.ts";
import { regroupFields } from "./regroup-fields.ts";

const maximumDepth = 32;

function coerceItems(value: LooseValue[], schema: JSONSchema, root: JSONSchema, depth: number): LooseValue[] {
  const tuple = schema.prefixItems ?? schema.items;
  return value.map((item, index) => {
    const expected = asSchema(Array.isArray(tuple) ? tuple[index] : schema.items);
    return expected ? coerce(item, expected, root, depth + 1) : item;
  });
}

/** What an object may be under `schema`: its keys aligned, or its fields regrouped first where that loses less. */
function objectAttempts(
  value: LooseObject,
  schema: JSONSchema,
  root: JSONSchema,
  depth: number,
): LooseValue[] {
  const aligned = alignObject(value, schema, root, depth, coerce);
  const whole = Object.keys(aligned).length >= Object.keys(value).length;
  if (whole && !findProblem(aligned, schema, root)) return [aligned];
  const fields = { known: propertiesOf(schema, root), required: new Set(requiredOf(schema, root)), root };
  const regrouped = regroupFields(value, fields);
  return regrouped ? [alignObject(regrouped, schema, root, depth, coerce), aligned] : [aligned];
}

/** The lists that a text may stand for, where a list belongs. */
function listAttempts(text: string, schema: JSONSchema, root: JSONSchema, depth: number): LooseValue[] {
  const items = asSchema(schema.items);
  const parts = listParts(text, items && allowedTypes(items, root));
  const whole = isListLike(text) ? [] : [[text]];
  return [...(parts ? [parts] : []), ...whole].map((list) => coerceItems(list, schema, root, depth));
}

/** The ways to make `value` a `type` under `schema`; the caller checks which fits. */
function attempt(
  value: LooseValue,
  type: string,
  schema: JSONSchema,
  root: JSONSchema,
  depth: number,
): LooseValue[] {
  const attempts: LooseValue[] = [];
  if (type === "object" && isObject(value)) attempts.push(...objectAttempts(value, schema, root, depth));
  if (type === "array" && Array.isArray(value)) attempts.push(coerceItems(value, schema, root, depth));
  const other = asType(value, type);
  if (other !== undefined) {
    if (Array.isArray(other)) attempts.push(coerceItems(other, schema, root, depth));
    else if (isObject(other)) attempts.push(...objectAttempts(other, schema, root, depth));
    else attempts.push(other);
  }
  if (type === "array" && typeof value === "string")
    attempts.push(...listAttempts(value, schema, root, depth));
  else if (type === "array" && !Array.isArray(value) && !isNull(value)) {
    attempts.push(coerceItems([value], schema, root, depth));
  }
  if (type !== "array" && Array.isArray(value) && value.length === 1) attempts.push(value[0] ?? null);
  return attempts;
}

/** `value` in the form `schema` asks for, where that loses nothing; else the value as it came. */
export function coerce(given: LooseValue, expected: JSONSchema, root: JSONSchema, depth = 0): LooseValue {
  const schema = resolved(expected, root);
  const fits = (candidate: LooseValue) => !findProblem(candidate, schema, root);
  const allowed = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : [];
  const isWord = given instanceof Spelled && typeof given.value !== "number" && given.mayBeText;
  const word = isWord ? asAllowed(given, allowed) : undefined;
  if (word !== undefined && fits(word)) return word;
  const value = isWord ? given.value : given;
  if (depth > maximumDepth || fits(value)) return value;
  const named = asAllowed(value, allowed);
  if (named !== undefined && fits(named)) return named;
  if (typeof value === "string" && isNullText(value) && fits(null)) return null;
  const attempts = (namedTypes(schema) ?? []).flatMap((type) =>
    // As a text a flag keeps its own spelling.
    attempt(type === "string" && value !== null ? given : value, type, schema, root, depth),
  );
  for (const candidate of attempts) if (fits(candidate)) return candidate;
  for (const way of choices(schema)) {
    const candidate = coerce(value, way, root, depth + 1);
    if (fits(candidate)) return candidate;
  }
  let combined = attempts[0] ?? value;
  for (const demand of demands(schema)) combined = coerce(combined, demand, root, depth + 1);
  if (fits(combined)) return combined;
  // What could be aligned in part is kept: the error is then about what is really wrong.
  return isObject(value) && isObject(attempts[0]) ? attempts[0] : value;
}
