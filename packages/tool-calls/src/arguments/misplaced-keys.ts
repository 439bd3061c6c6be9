import { hasKey, isObject, type LooseValue } from "../json/loose-value.ts";
import { asSchema, propertiesOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";

const maximumDepth = 12;

/**
 * True if an object inside holds a key that its own schema lacks and that an object around it knows and was not given:
 * where closing brackets are missing, one of them belonged before that key.
 */
export function hasMisplacedKeys(
  value: LooseValue,
  given: JSONSchema,
  root: JSONSchema,
  missing: readonly string[] = [],
  depth = 0,
): boolean {
  if (depth > maximumDepth) return false;
  const schema = resolved(given, root);
  if (Array.isArray(value)) {
    const items = asSchema(schema.items);
    return items !== undefined && value.some((one) => hasMisplacedKeys(one, items, root, missing, depth + 1));
  }
  if (!isObject(value)) return false;
  const known = propertiesOf(schema, root);
  const names = Object.keys(known);
  if (names.length > 0 && Object.keys(value).some((key) => !(key in known) && missing.includes(key)))
    return true;
  const around = [...missing, ...names.filter((name) => !hasKey(value, name))];
  return Object.keys(value).some((key) => {
    const expected = known[key];
    const inner = value[key];
    // A group that nobody knows, with a key of this object in it.
    if (names.length > 0 && expected === undefined && isObject(inner))
      return Object.keys(inner).some((name) => around.includes(name));
    return expected !== undefined && hasMisplacedKeys(value[key] ?? null, expected, root, around, depth + 1);
  });
}
