import { asSchema, isSchema, namesOf, type Schema } from "./schema.ts";

/**
 * One level of a schema without `allOf` and, unless they are to stay, without `anyOf` and `oneOf`. Alternatives of choices
 * become one list of choices, alternatives of objects one object that requires what all of them require; of others the first counts.
 */
export function joinAlternatives(schema: Schema, keepsAlternatives: boolean): Schema {
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
export function loneType({ type }: Schema): unknown {
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
