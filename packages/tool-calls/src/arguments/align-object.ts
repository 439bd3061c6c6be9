import { hasKey, isObject, type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { bareName, isOtherName } from "../names.ts";
import { propertiesOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";

/** The parameters of an object: what a schema knows and what it insists on. */
export type Parameters = {
  known: Readonly<Record<string, JSONSchema>>;
  required: readonly string[];
  root: JSONSchema;
};

type Means = (key: string, parameter: string) => boolean;

/** The object with each unknown key that must have meant a parameter of `names` that is missing under its name. */
function renamed(value: LooseObject, names: readonly string[], known: object, means: Means): LooseObject {
  const unknown = Object.keys(value).filter((key) => !(key in known));
  const missing = unknown.length === 0 ? [] : names.filter((name) => !hasKey(value, name));
  const pairs = missing.flatMap((name) => unknown.flatMap((key) => (means(key, name) ? { key, name } : [])));
  const certain = pairs.filter(
    ({ key, name }) => pairs.filter((pair) => pair.key === key || pair.name === name).length === 1,
  );
  if (certain.length === 0) return value;
  const result: LooseObject = {};
  for (const key of Object.keys(value))
    setKey(result, certain.find((pair) => pair.key === key)?.name ?? key, value[key] ?? null);
  return result;
}

/** Other spellings first, then other names: for the parameters that must be there before those that may. `fits`: a key's value may stand there. */
export function withKnownNames(
  given: LooseObject,
  { known, required }: Parameters,
  fits: Means,
): LooseObject {
  const names = Object.keys(known);
  const needed = names.filter((name) => required.includes(name));
  const isOther: Means = (key, name) => isOtherName(key, name) && fits(key, name);
  const spelled = renamed(given, names, known, (key, name) => bareName(key) === bareName(name));
  return renamed(renamed(spelled, needed, known, isOther), names, known, isOther);
}

const dotted = /^([A-Za-z_][\w-]*)(?:\.([\w-]+)|\[["']?([\w-]+)["']?\])$/;

/** The parameter and field that an unknown key means: `where.file`, or a field that only one required parameter has, which was not given. */
function placeOf(
  key: string,
  given: LooseObject,
  { known, required, root }: Parameters,
): [owner: string, field: string] | undefined {
  const has = (name: string, field: string) => field in propertiesOf(resolved(known[name] ?? {}, root), root);
  const [, head = "", first, second] = dotted.exec(key) ?? [];
  const field = first ?? second ?? "";
  if (head in known) return has(head, field) ? [head, field] : undefined;
  const [owner, ...others] = new Set(required.filter((name) => !hasKey(given, name) && has(name, key)));
  return owner === undefined || others.length > 0 ? undefined : [owner, key];
}

/**
 * The same fields where the schema has them: `{"where.file": …}` and `{"file": …}` under `where`, `{"target": {"path": …}}`
 * flat. `undefined` if nothing moves, or two could go to the same place.
 */
export function regroupFields(given: LooseObject, parameters: Parameters): LooseObject | undefined {
  const { known } = parameters;
  const result: LooseObject = {};
  const put = (target: LooseObject, key: string, value: LooseValue | undefined): boolean => {
    if (hasKey(target, key)) return false;
    setKey(target, key, isObject(value) ? { ...value } : (value ?? null));
    return true;
  };
  const isStray = (value: LooseValue | undefined): value is LooseObject =>
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => key in known && !hasKey(given, key));
  const keys = Object.keys(given);
  // A group that holds everything is a wrapper, and of those only the usual names are taken off.
  const strays = keys.some((key) => key in known)
    ? keys.filter((key) => !(key in known) && isStray(given[key]))
    : [];
  const stray = strays.length === 1 ? strays[0] : undefined;
  let moved = false;
  for (const key of keys) {
    const inner = given[key];
    const [owner, field] = (key in known ? undefined : placeOf(key, given, parameters)) ?? [];
    const flat = owner === undefined && key === stray && isObject(inner);
    if (owner !== undefined && !hasKey(result, owner)) setKey(result, owner, {});
    const group = owner === undefined ? undefined : result[owner];
    const done =
      owner !== undefined && field !== undefined
        ? isObject(group) && put(group, field, inner)
        : flat
          ? Object.keys(inner).every((name) => put(result, name, inner[name]))
          : put(result, key, inner);
    if (!done) return undefined;
    moved ||= flat || owner !== undefined;
  }
  return moved ? result : undefined;
}

/**
 * True if an object inside holds a key that its own schema lacks and that the one around it knows and was not given:
 * where closing brackets are missing, one of them belonged before that key.
 */
export function hasMisplacedKeys(value: LooseValue, root: JSONSchema): boolean {
  const known = propertiesOf(resolved(root, root), root);
  const isMissing = (name: string) => name in known && isObject(value) && !hasKey(value, name);
  return Object.entries(isObject(value) ? value : {}).some(([key, inner]) => {
    const own = propertiesOf(resolved(known[key] ?? {}, root), root);
    return isObject(inner) && Object.keys(inner).some((name) => isMissing(name) && !(name in own));
  });
}
