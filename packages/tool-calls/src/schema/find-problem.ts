import { hasKey, isObject, type LooseValue, plain, Spelled, sameValue } from "../json/loose-value.ts";
import type { JSONSchema } from "../shapes.ts";
import {
  asSchema,
  choices,
  demands,
  itemSchema,
  listedValues,
  namedTypes,
  propertiesOf,
  resolved,
  typeName,
} from "./read-schema.ts";

/** Where a value does not match, why, and what was expected there. */
export type Problem = { path: string; reason: string; expected: JSONSchema; got: LooseValue };

const maximumDepth = 64;

function hasType(value: LooseValue, type: string): boolean {
  const bare = value instanceof Spelled ? value.value : value;
  if (type === "integer") return typeof bare === "number" && Number.isInteger(bare);
  return typeName(bare) === type && (typeof bare !== "number" || Number.isFinite(bare));
}

const number = (value: unknown) => (typeof value === "number" ? value : undefined);
const items = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const letters = (value: unknown) =>
  typeof value !== "string" ? undefined : value.length > 100_000 ? value.length : [...value].length;
const atLeast = (size: number, bound: number) => size >= bound;
const atMost = (size: number, bound: number) => size <= bound;
const isMultiple = (size: number, step: number) =>
  step <= 0 || Math.abs(size / step - Math.round(size / step)) < 1e-9;

/** Size keywords: the measured value, the comparison, and the reason on failure; `#` is the limit. */
const bounds: [string, (value: unknown) => number | undefined, typeof atLeast, string][] = [
  ["minimum", number, atLeast, "is below #"],
  ["maximum", number, atMost, "is above #"],
  ["exclusiveMinimum", number, (size, bound) => size > bound, "is too small"],
  ["exclusiveMaximum", number, (size, bound) => size < bound, "is too large"],
  ["multipleOf", number, isMultiple, "is not a multiple of #"],
  ["minLength", letters, atLeast, "is too short"],
  ["maxLength", letters, atMost, "is too long"],
  ["minItems", items, atLeast, "has too few items"],
  ["maxItems", items, atMost, "has too many items"],
];

function matches(pattern: unknown, value: string): boolean {
  if (typeof pattern !== "string" || value.length > 2000) return true;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    // expected: a pattern that JavaScript does not support
    return true;
  }
}

function ownTrouble(value: LooseValue, schema: JSONSchema): string | undefined {
  const types = namedTypes(schema);
  if (types && !types.some((type) => hasType(value, type))) return `must be ${types.join(" or ")}`;
  const listed = listedValues(schema);
  // Copying a long list is slow and only needed to compare it as a whole.
  const bare = listed.length > 0 || value instanceof Spelled ? plain(value) : value;
  if (listed.length > 0 && !listed.some((one) => sameValue(one, bare)))
    return listed.length > 1 ? "is not one of the allowed values" : "is not the one allowed value";
  for (const [keyword, measure, holds, reason] of bounds) {
    const bound = schema[keyword];
    const size = typeof bound === "number" ? measure(bare) : undefined;
    if (typeof bound === "number" && size !== undefined && !holds(size, bound))
      return reason.replace("#", String(bound));
  }
  return typeof bare !== "string" || matches(schema.pattern, bare) ? undefined : "does not match the pattern";
}

/** The inner values of an object or a list that the schema constrains. */
function* innerValues(value: LooseValue, schema: JSONSchema, known: Readonly<Record<string, JSONSchema>>) {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield [index, item, itemSchema(schema, index)] as const;
  if (!isObject(value)) return;
  const rest = asSchema(schema.additionalProperties);
  for (const key of Object.keys(value)) yield [key, value[key] ?? null, known[key] ?? rest] as const;
}

/** The first place where `value` does not match the schema; `undefined` if it matches. */
export function findProblem(got: LooseValue, rule: JSONSchema, root = rule, depth = 0): Problem | undefined {
  if (depth > maximumDepth) return undefined;
  const schema = resolved(rule, root);
  const here = (reason: string): Problem => ({ path: "", reason, expected: schema, got });
  const own = ownTrouble(got, schema);
  if (own) return here(own);
  const known = propertiesOf(schema, root);
  if (isObject(got) && Array.isArray(schema.required))
    for (const name of schema.required)
      if (typeof name === "string" && !hasKey(got, name))
        return { ...here("is missing"), path: `/${name}`, expected: known[name] ?? {} };
  const closed = schema.additionalProperties === false && !isObject(schema.patternProperties);
  for (const [key, item, expected] of innerValues(got, schema, known)) {
    const isUnknown = closed && !expected && isObject(got);
    const problem = isUnknown
      ? { ...here("is not a known parameter"), got: item }
      : expected && findProblem(item, expected, root, depth + 1);
    // Paths are built only for problems.
    if (problem) return { ...problem, path: `/${key}${problem.path}` };
  }
  for (const demand of demands(schema)) {
    const unmet = findProblem(got, demand, root, depth + 1);
    if (unmet) return unmet;
  }
  const fits = (way: JSONSchema) => !findProblem(got, way, root, depth + 1);
  const ways = choices(schema);
  if (ways.length > 0 && !ways.some(fits)) return here("fits none of the allowed forms");
  const not = asSchema(schema.not);
  const isForbidden = not && Object.keys(not).length > 0 && fits(not);
  return isForbidden ? here("is of a form that is not allowed") : undefined;
}
