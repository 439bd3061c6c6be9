import { hasKey, isObject, Spelled } from "../json/loose-value.ts";
import type { JSONSchema } from "../shapes.ts";

export const asSchema = (value: unknown): JSONSchema | undefined => (isObject(value) ? value : undefined);

function pointed(root: JSONSchema, pointer: string): unknown {
  let here: unknown = root;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    here = (isObject(here) || Array.isArray(here)) && hasKey(here, key) ? Reflect.get(here, key) : undefined;
  }
  return here;
}

/** Follows local `$ref`s; a foreign or circular one constrains nothing. */
export function resolved(schema: JSONSchema, root: JSONSchema): JSONSchema {
  let here = schema;
  for (let hops = 0; hops < 16; hops += 1) {
    if (typeof here.$ref !== "string") return here;
    const { $ref: reference, ...rest } = here;
    const target = reference.startsWith("#") ? asSchema(pointed(root, reference)) : undefined;
    if (!target) return rest;
    here = { ...target, ...rest };
  }
  return {};
}

/** Caches a result per schema: a reply may have thousands of calls to the same tool. */
export function remembering<T>(read: (schema: JSONSchema) => T): (schema: JSONSchema) => T {
  const known = new WeakMap<JSONSchema, { value: T }>();
  return (schema) => {
    const entry = known.get(schema) ?? { value: read(schema) };
    known.set(schema, entry);
    return entry.value;
  };
}

/** The same within its root. The result must not be modified. */
function rememberingWithin<T>(read: (schema: JSONSchema, root: JSONSchema) => T): typeof read {
  const within = remembering((root) => remembering((schema) => read(schema, root)));
  return (schema, root) => within(root)(schema);
}

/** Names of JSON types in other languages' hand-written tools. */
const otherNames = {
  string: "str text char varchar",
  integer: "int long int32 int64 uint",
  number: "float float32 float64 double decimal",
  boolean: "bool",
  array: "list tuple set sequence",
  object: "dict map mapping struct",
  null: "none nonetype",
};
const typeOf = new Map(
  Object.entries(otherNames).flatMap(([type, names]) =>
    [type, ...names.split(" ")].map((name) => [name, type]),
  ),
);

/** The JSON types of a type name: JSON's, Python's and similar; `undefined` for an unknown one. */
function typesOf(given: unknown): string[] | undefined {
  if (typeof given !== "string" || given.length > 200) return undefined;
  const name = given.toLowerCase().replace(/^\s*(?:typing\.)?|\s+$/g, "");
  const [, generic, inner = ""] = /^(\w+)\s*[[<](.*)[\]>]$/.exec(name) ?? [];
  // Separators inside brackets do not split.
  const parts = name.split(/\|(?![^[<]*[\]>])/);
  if (parts.length > 1) return union(parts);
  if (generic === "optional") return union([inner, "null"]);
  if (generic === "union") return union(inner.split(/,(?![^[<]*[\]>])/));
  const type = typeOf.get(generic ?? name);
  return type === undefined ? undefined : [type];
}

function union(names: readonly unknown[]): string[] | undefined {
  const types = names.map(typesOf);
  return types.every((some) => some !== undefined) ? types.flat() : undefined;
}

/** The JSON types that a schema names; `undefined` if it names none, or an unknown one. */
export const namedTypes = remembering((schema) => {
  const { type, nullable } = schema;
  if (type === undefined) return isObject(schema.properties) ? ["object"] : undefined;
  const types = union(Array.isArray(type) ? type.filter((one) => typeof one === "string") : [type]);
  return types && types.length > 0 ? [...new Set(nullable === true ? [...types, "null"] : types)] : undefined;
});

function subschemas(schema: JSONSchema, keyword: string): JSONSchema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

export const demands = remembering((schema) => subschemas(schema, "allOf"));

export const choices = remembering((schema) => [
  ...subschemas(schema, "anyOf"),
  ...subschemas(schema, "oneOf"),
]);

/** All constraints on a value: the schema itself and its `allOf`. */
function partsOf(schema: JSONSchema, root: JSONSchema, depth = 0): JSONSchema[] {
  if (depth >= 8) return [schema];
  return [...demands(schema).flatMap((part) => partsOf(resolved(part, root), root, depth + 1)), schema];
}

/** The parameters of a schema, including those of `allOf`. */
export const propertiesOf = rememberingWithin((schema, root) => {
  const found: Record<string, JSONSchema> = Object.create(null);
  for (const { properties } of partsOf(schema, root))
    for (const [key, one] of Object.entries(asSchema(properties) ?? {})) found[key] = asSchema(one) ?? {};
  return found;
});

export const requiredOf = rememberingWithin((schema, root) =>
  partsOf(schema, root).flatMap(({ required }) =>
    Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [],
  ),
);

function readTypes(schema: JSONSchema, root: JSONSchema, depth = 0): ReadonlySet<string> | undefined {
  const here = resolved(schema, root);
  const values = Array.isArray(here.enum) ? here.enum : hasKey(here, "const") ? [here.const] : undefined;
  const own = namedTypes(here) ?? values?.map(typeName);
  if (own) return new Set(own);
  const ways = choices(here);
  if (ways.length === 0 || depth > 8) return undefined;
  const types = ways.map((way) => readTypes(way, root, depth + 1));
  return types.every((some) => some !== undefined) ? new Set(types.flatMap((some) => [...some])) : undefined;
}

/** Every type a value may have, through all branches; `undefined` if any is allowed. */
export const allowedTypes = rememberingWithin((schema, root) => readTypes(schema, root));

export function typeName(value: unknown): string {
  if (value instanceof Spelled) return typeName(value.value);
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export const listedValues = (schema: JSONSchema): readonly unknown[] =>
  Array.isArray(schema.enum) ? schema.enum : hasKey(schema, "const") ? [schema.const] : [];

export function itemSchema(schema: JSONSchema, index: number): JSONSchema | undefined {
  const tuple = schema.prefixItems ?? schema.items;
  return asSchema(Array.isArray(tuple) ? tuple[index] : schema.items);
}
