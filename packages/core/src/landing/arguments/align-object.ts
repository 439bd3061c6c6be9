import { hasKey, type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { findProblem } from "../schema/find-problem.ts";
import { asSchema, propertiesOf, requiredOf } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";
import { bareName, isOtherName } from "./parameter-names.ts";

type Coerce = (value: LooseValue, schema: JSONSchema, root: JSONSchema, depth: number) => LooseValue;

/** Finds for each missing parameter the one unknown key that must have meant it. */
function findRenames(
  value: LooseObject,
  known: Record<string, JSONSchema>,
  means: (key: string, parameter: string) => boolean,
  fits: (key: string, parameter: string) => boolean,
): Map<string, string> {
  const missing = Object.keys(known).filter((name) => !hasKey(value, name));
  const unknown = Object.keys(value).filter((key) => !(key in known));
  const pairs = missing.flatMap((name) =>
    unknown.filter((key) => means(key, name) && fits(key, name)).map((key) => ({ key, name })),
  );
  const renames = new Map<string, string>();
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

/**
 * Brings an object to the keys of its schema: other spellings and known other names onto missing parameters, null for
 * an optional one left out, unknown keys dropped only where the schema forbids them.
 */
export function alignObject(
  given: LooseObject,
  schema: JSONSchema,
  root: JSONSchema,
  depth: number,
  coerce: Coerce,
): LooseObject {
  const known = propertiesOf(schema, root);
  const required = new Set(requiredOf(schema, root));
  const fits = (key: string, name: string) => {
    const expected = known[name] ?? {};
    const candidate = coerce(given[key] ?? null, expected, root, depth + 1);
    return !findProblem(candidate, expected, root);
  };
  const sameSpelling = (key: string, name: string) => bareName(key) === bareName(name);
  const spelled = renamed(
    given,
    findRenames(given, known, sameSpelling, () => true),
  );
  const needed: Record<string, JSONSchema> = Object.create(null);
  for (const name of Object.keys(known)) if (required.has(name)) needed[name] = known[name] ?? {};
  const value = [needed, known].reduce(
    (object, names) =>
      renamed(
        object,
        findRenames(object, names, (key, name) => !(key in known) && isOtherName(key, name), fits),
      ),
    spelled,
  );
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
    if (item === null && !required.has(key) && findProblem(null, expected, root)) continue;
    setKey(result, key, coerce(item, expected, root, depth + 1));
  }
  return result;
}
