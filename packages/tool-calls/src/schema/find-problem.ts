import { hasKey, isObject, type LooseValue, plain, Spelled, sameValue } from "../json/loose-value.ts";
import type { JSONSchema } from "../shapes.ts";
import { asSchema, choices, demands, namedTypes, propertiesOf, resolved, typeName } from "./read-schema.ts";

/** Where a value does not fit, why, and what was expected there. */
export type Problem = { path: string; reason: string; expected: JSONSchema; got: LooseValue };

const maximumDepth = 64;

function hasType(value: LooseValue, type: string): boolean {
  const bare = value instanceof Spelled ? value.value : value;
  if (type === "integer") return typeof bare === "number" && Number.isInteger(bare);
  return typeName(bare) === type && (typeof bare !== "number" || Number.isFinite(bare));
}

function within(bound: unknown, holds: (bound: number) => boolean): boolean {
  return typeof bound !== "number" || holds(bound);
}

function numberTrouble(value: number, schema: JSONSchema): string | undefined {
  if (!within(schema.minimum, (bound) => value >= bound)) return `is below ${schema.minimum}`;
  if (!within(schema.maximum, (bound) => value <= bound)) return `is above ${schema.maximum}`;
  if (!within(schema.exclusiveMinimum, (bound) => value > bound)) return "is too small";
  if (!within(schema.exclusiveMaximum, (bound) => value < bound)) return "is too large";
  const step = (bound: number) => bound <= 0 || Math.abs(value / bound - Math.round(value / bound)) < 1e-9;
  return within(schema.multipleOf, step) ? undefined : `is not a multiple of ${schema.multipleOf}`;
}

function matches(pattern: unknown, value: string): boolean {
  if (typeof pattern !== "string" || value.length > 2000) return true;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    // expected: a pattern in a notation that JavaScript does not have
    return true;
  }
}

function textTrouble(value: string, schema: JSONSchema): string | undefined {
  if (schema.minLength !== undefined || schema.maxLength !== undefined) {
    const length = value.length > 100_000 ? value.length : [...value].length;
    if (!within(schema.minLength, (bound) => length >= bound)) return "is too short";
    if (!within(schema.maxLength, (bound) => length <= bound)) return "is too long";
  }
  return matches(schema.pattern, value) ? undefined : "does not match the pattern";
}

function ownTrouble(value: LooseValue, schema: JSONSchema): string | undefined {
  const types = namedTypes(schema);
  if (types && !types.some((type) => hasType(value, type))) return `must be ${types.join(" or ")}`;
  // A copy of a long list is dear, and only a comparison as a whole needs it.
  const compared = Array.isArray(schema.enum) || hasKey(schema, "const");
  const bare = compared || !(Array.isArray(value) || isObject(value)) ? plain(value) : value;
  const allowed = schema.enum;
  if (Array.isArray(allowed) && !allowed.some((one) => sameValue(one, bare)))
    return "is not one of the allowed values";
  if (hasKey(schema, "const") && !sameValue(schema.const, bare)) return "is not the one allowed value";
  if (typeof bare === "number") return numberTrouble(bare, schema);
  if (typeof bare === "string") return textTrouble(bare, schema);
  if (Array.isArray(bare)) {
    if (!within(schema.minItems, (bound) => bare.length >= bound)) return "has too few items";
    if (!within(schema.maxItems, (bound) => bare.length <= bound)) return "has too many items";
  }
  return undefined;
}

type Scope = { root: JSONSchema; depth: number };

/** The problem of an inner value as its owner sees it. Paths grow only where there is a problem. */
function under(key: string | number, problem: Problem | undefined): Problem | undefined {
  return problem && { ...problem, path: `/${key}${problem.path}` };
}

function problemInObject(value: LooseValue, schema: JSONSchema, scope: Scope): Problem | undefined {
  if (!isObject(value)) return undefined;
  const known = propertiesOf(schema, scope.root);
  const required = schema.required;
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === "string" && !hasKey(value, name)) {
      return { path: `/${name}`, reason: "is missing", expected: known[name] ?? {}, got: value };
    }
  }
  const rest = schema.additionalProperties;
  const inner = { ...scope, depth: scope.depth + 1 };
  for (const key of Object.keys(value)) {
    const expected = known[key];
    const item = value[key] ?? null;
    if (expected) {
      const problem = problemAt(item, expected, inner);
      if (problem) return under(key, problem);
    } else if (rest === false && !isObject(schema.patternProperties)) {
      return { path: `/${key}`, reason: "is not a known parameter", expected: schema, got: item };
    } else if (isObject(rest)) {
      const problem = problemAt(item, rest, inner);
      if (problem) return under(key, problem);
    }
  }
  return undefined;
}

function problemInArray(value: LooseValue, schema: JSONSchema, scope: Scope): Problem | undefined {
  if (!Array.isArray(value)) return undefined;
  const tuple = schema.prefixItems ?? schema.items;
  const inner = { ...scope, depth: scope.depth + 1 };
  for (const [index, item] of value.entries()) {
    const expected = asSchema(Array.isArray(tuple) ? tuple[index] : schema.items);
    const problem = expected && problemAt(item, expected, inner);
    if (problem) return under(index, problem);
  }
  return undefined;
}

function problemAt(value: LooseValue, given: JSONSchema, scope: Scope): Problem | undefined {
  if (scope.depth > maximumDepth) return undefined;
  const schema = resolved(given, scope.root);
  const reason = ownTrouble(value, schema);
  if (reason) return { path: "", reason, expected: schema, got: value };
  const problem = problemInObject(value, schema, scope) ?? problemInArray(value, schema, scope);
  if (problem) return problem;
  const deeper = { ...scope, depth: scope.depth + 1 };
  for (const demand of demands(schema)) {
    const unmet = problemAt(value, demand, deeper);
    if (unmet) return unmet;
  }
  const ways = choices(schema);
  if (ways.length > 0 && ways.every((way) => problemAt(value, way, deeper))) {
    return { path: "", reason: "fits none of the allowed forms", expected: schema, got: value };
  }
  const not = asSchema(schema.not);
  if (not && Object.keys(not).length > 0 && !problemAt(value, not, deeper)) {
    return { path: "", reason: "is of a form that is not allowed", expected: schema, got: value };
  }
  return undefined;
}

/** The first place where `value` does not fit `schema`, or `undefined` if it fits. */
export function findProblem(
  value: LooseValue,
  schema: JSONSchema,
  root: JSONSchema = schema,
): Problem | undefined {
  return problemAt(value, schema, { root, depth: 0 });
}
