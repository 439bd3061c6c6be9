import { hasKey, isObject, type LooseObject, setKey } from "../json/loose-value.ts";
import { propertiesOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";

/** The parameters of a schema, by name, and those it insists on. */
export type Fields = {
  known: Record<string, JSONSchema>;
  required: ReadonlySet<string>;
  root: JSONSchema;
};

const dotted = /^([A-Za-z_][\w-]*)(?:\.([\w-]+)|\[["']?([\w-]+)["']?\])$/;

/** The one required parameter with fields of its own that has a field called `key` and was not given. */
function ownerOf(key: string, given: LooseObject, { known, required, root }: Fields): string | undefined {
  const owners = [...required].filter(
    (name) => !hasKey(given, name) && key in propertiesOf(resolved(known[name] ?? {}, root), root),
  );
  return owners.length === 1 ? owners[0] : undefined;
}

/** The parameter and field that an unknown key means, if it means one. */
function placeOf(
  key: string,
  given: LooseObject,
  fields: Fields,
): [owner: string, field: string] | undefined {
  const { known, root } = fields;
  const match = dotted.exec(key);
  const head = match?.[1] ?? "";
  const field = match?.[2] ?? match?.[3] ?? "";
  if (match && head in known) {
    return field in propertiesOf(resolved(known[head] ?? {}, root), root) ? [head, field] : undefined;
  }
  const owner = ownerOf(key, given, fields);
  return owner === undefined ? undefined : [owner, key];
}

/** True if `value` holds nothing but parameters that were not given. */
function isStrayGroup(value: unknown, given: LooseObject, known: Record<string, JSONSchema>): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key in known && !hasKey(given, key));
}

/**
 * The same fields where the schema has them: `{"where.file": …}` and `{"file": …}` under `where`, `{"target": {"path": …}}`
 * flat. `undefined` if nothing moves, or two could go to the same place.
 */
export function regroupFields(given: LooseObject, fields: Fields): LooseObject | undefined {
  const { known } = fields;
  const result: LooseObject = {};
  let moved = 0;
  const put = (target: LooseObject, key: string, from: LooseObject, name: string): boolean => {
    if (hasKey(target, key)) return false;
    const value = from[name] ?? null;
    setKey(target, key, isObject(value) ? { ...value } : value);
    return true;
  };
  const keys = Object.keys(given);
  // A group that holds everything is a wrapper, and of those only the usual names are taken off.
  const strays = keys.some((key) => key in known)
    ? keys.filter((key) => !(key in known) && isStrayGroup(given[key], given, known))
    : [];
  for (const key of keys) {
    const place = key in known ? undefined : placeOf(key, given, fields);
    const inner = given[key];
    let done: boolean;
    if (place) {
      const [owner, field] = place;
      if (!hasKey(result, owner)) setKey(result, owner, {});
      const group = result[owner];
      done = isObject(group) && put(group, field, given, key);
    } else if (strays.length === 1 && strays[0] === key && isObject(inner)) {
      done = Object.keys(inner).every((name) => put(result, name, inner, name));
    } else {
      done = put(result, key, given, key);
      moved -= 1;
    }
    if (!done) return undefined;
    moved += 1;
  }
  return moved > 0 ? result : undefined;
}
