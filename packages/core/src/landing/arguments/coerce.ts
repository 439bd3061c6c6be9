import { isObject, type LooseValue } from "../json/loose-value.ts";
import { findProblem } from "../schema/find-problem.ts";
import { asSchema, choices, demands, namedTypes, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { alignObject } from "./align-object.ts";
import { asAllowed, asType } from "./coerce-scalar.ts";

const maximumDepth = 32;

function coerceItems(value: LooseValue[], schema: JSONSchema, root: JSONSchema, depth: number): LooseValue[] {
  const tuple = schema.prefixItems ?? schema.items;
  return value.map((item, index) => {
    const expected = asSchema(Array.isArray(tuple) ? tuple[index] : schema.items);
    return expected ? coerce(item, expected, root, depth + 1) : item;
  });
}

/** One way to make `value` a `type` under `schema`; the caller checks whether it fits. */
function attempt(
  value: LooseValue,
  type: string,
  schema: JSONSchema,
  root: JSONSchema,
  depth: number,
): LooseValue[] {
  const attempts: LooseValue[] = [];
  if (type === "object" && isObject(value)) attempts.push(alignObject(value, schema, root, depth, coerce));
  if (type === "array" && Array.isArray(value)) attempts.push(coerceItems(value, schema, root, depth));
  const other = asType(value, type);
  if (other !== undefined) {
    if (Array.isArray(other)) attempts.push(coerceItems(other, schema, root, depth));
    else if (isObject(other)) attempts.push(alignObject(other, schema, root, depth, coerce));
    else attempts.push(other);
  }
  if (type === "array" && !Array.isArray(value) && value !== null) {
    attempts.push(coerceItems([value], schema, root, depth));
  }
  if (type !== "array" && Array.isArray(value) && value.length === 1) attempts.push(value[0] ?? null);
  return attempts;
}

/** `value` in the form `schema` asks for, where that loses nothing; else the value as it came. */
export function coerce(value: LooseValue, given: JSONSchema, root: JSONSchema, depth = 0): LooseValue {
  if (depth > maximumDepth || !findProblem(value, given, root)) return value;
  const schema = resolved(given, root);
  const fits = (candidate: LooseValue) => !findProblem(candidate, schema, root);
  const allowed = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : [];
  const named = asAllowed(value, allowed);
  if (named !== undefined && fits(named)) return named;
  const attempts = (namedTypes(schema) ?? []).flatMap((type) => attempt(value, type, schema, root, depth));
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
