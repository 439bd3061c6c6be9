import { expandReferences } from "./expand-references.ts";
import { asSchema, isSchema, namesOf, type Schema } from "./schema.ts";

/** Longer lists take a grammar compiler seconds. */
const mostChoices = 256;
/** Deeper than any tool needs; a grammar grows with every level. */
const deepest = 12;
const types: readonly unknown[] = ["object", "array", "string", "number", "integer", "boolean"];

/**
 * A tool's schema in the part that every server's grammar compiler takes: object, array, string, number, integer, boolean,
 * enum, required, and descriptions. The rest (patterns, formats, limits, references, alternatives) is dropped or written
 * plainly; core still checks a call against the whole schema. The same schema always gives the same bytes, and one that is
 * plain already stays as it is.
 */
export function grammarSafe(schema: Schema): Schema {
  const safe = plain(expandReferences(schema, schema), false, 0);
  return safe.type === "object" && "properties" in safe ? safe : { type: "object", properties: {}, ...safe };
}

/** The same for a reply's own form, where alternatives are the point (a form for each tool, say) and are kept as `anyOf`. */
export function grammarSafeAnswer(schema: Schema): Schema {
  return plain(expandReferences(schema, schema), true, 0);
}

function plain(schema: unknown, keepsAlternatives: boolean, depth: number): Schema {
  const source = joinAlternatives(asSchema(schema), keepsAlternatives);
  const properties = depth < deepest && isSchema(source.properties) ? source.properties : {};
  const inner = (child: unknown) => plain(child, keepsAlternatives, depth + 1);
  const type = typeOf(source);
  const kept: Record<string, unknown> = type === undefined || "type" in source ? {} : { type };
  for (const [key, value] of Object.entries(source)) {
    if (key === "type" && type !== undefined) kept.type = type;
    if (key === "description" && typeof value === "string") kept.description = value;
    if (key === "enum" || key === "const") {
      const choices = choicesOf(key === "const" ? [value] : value);
      if (choices.length > 0 && choices.length <= mostChoices) kept.enum = choices;
    }
    if (key === "properties")
      kept.properties = Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, inner(child)]),
      );
    if (key === "required") {
      const names = namesOf(value).filter((name) => Object.hasOwn(properties, name));
      if (names.length > 0) kept.required = names;
    }
    if (key === "items" && depth < deepest) kept.items = inner(Array.isArray(value) ? value[0] : value);
    if (key === "anyOf" && Array.isArray(value) && keepsAlternatives) kept.anyOf = value.map(inner);
  }
  return kept;
}

function typeOf(source: Schema): unknown {
  const told = loneType(source);
  if (told !== undefined) return types.includes(told) ? told : undefined;
  if ("anyOf" in source) return undefined;
  if ("properties" in source) return "object";
  if ("items" in source) return "array";
  const [choice] = choicesOf("const" in source ? [source.const] : source.enum);
  return choice === undefined ? undefined : typeof choice;
}

/** What a grammar can spell out; null and composed values are left to core. */
function choicesOf(value: unknown): unknown[] {
  const spelled = ["string", "number", "boolean"];
  return Array.isArray(value) ? value.filter((choice) => spelled.includes(typeof choice)) : [];
}

/**
 * One level of a schema without `allOf` and, unless they are to stay, without `anyOf` and `oneOf`. Alternatives of choices
 * become one list of choices, alternatives of objects one object that requires what all of them require; of others the first counts.
 */
function joinAlternatives(schema: Schema, keepsAlternatives: boolean): Schema {
  const { allOf, anyOf, oneOf, ...own } = schema;
  const level = (inner: unknown) => joinAlternatives(asSchema(inner), keepsAlternatives);
  const whole = listOf(allOf)
    .map(level)
    .reduce((sum, part) => joined(sum, part, union), own);
  const branches = [...listOf(anyOf), ...listOf(oneOf)].map(level);
  const real = branches.filter((branch) => loneType(branch) !== "null" && branch.const !== null);
  if (real.length === 0) return whole;
  if (keepsAlternatives && real.length > 1) return { ...whole, anyOf: real };
  return joined(whole, merged(real), union);
}

/** The one type of a schema: of several the first that is not null. */
function loneType({ type }: Schema): unknown {
  return Array.isArray(type) ? (type.find((one) => one !== "null") ?? "null") : type;
}

function merged(branches: readonly Schema[]): Schema {
  const [first = {}, ...others] = branches;
  const choices = branches.map((branch) => ("const" in branch ? [branch.const] : branch.enum));
  if (branches.length > 1 && choices.every(Array.isArray)) return { enum: [...new Set(choices.flat())] };
  if (!branches.every((branch) => isSchema(branch.properties))) return first;
  return others.reduce<Schema>((sum, branch) => joined(sum, branch, common), first);
}

type Choice = (left: string[], right: string[]) => string[];
const union: Choice = (left, right) => [...new Set([...left, ...right])];
const common: Choice = (left, right) => left.filter((name) => right.includes(name));

function joined(left: Schema, right: Schema, require: Choice): Schema {
  const whole: Record<string, unknown> = { ...right, ...left };
  if (isSchema(left.properties) && isSchema(right.properties))
    whole.properties = { ...right.properties, ...left.properties };
  if ("required" in left || "required" in right)
    whole.required = require(namesOf(left.required), namesOf(right.required));
  return whole;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
