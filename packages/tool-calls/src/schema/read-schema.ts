import { hasKey, isObject, Spelled } from "../json/loose-value.ts";
import type { JSONSchema } from "../shapes.ts";
import { typesOf } from "./type-names.ts";

export function asSchema(value: unknown): JSONSchema | undefined {
  return isObject(value) ? value : undefined;
}

function pointed(root: JSONSchema, pointer: string): unknown {
  let here: unknown = root;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(here)) here = here[Number(key)];
    else if (isObject(here) && hasKey(here, key)) here = here[key];
    else return undefined;
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

/** What was read of a schema once: a reply may hold thousands of calls to the same tool. */
export function remembering<T>(read: (schema: JSONSchema) => T): (schema: JSONSchema) => T {
  const known = new WeakMap<JSONSchema, { value: T }>();
  return (schema) => {
    const earlier = known.get(schema);
    if (earlier) return earlier.value;
    const value = read(schema);
    known.set(schema, { value });
    return value;
  };
}

/** The JSON types a schema itself names; `undefined` if it names none, or one that nobody knows. */
export const namedTypes: (schema: JSONSchema) => readonly string[] | undefined = remembering((schema) => {
  const { type, nullable } = schema;
  const names = Array.isArray(type) ? type.filter((one) => typeof one === "string") : [type];
  const types = names.map((name) => (typeof name === "string" ? typesOf(name) : undefined));
  if (types.length === 0 || type === undefined) return isObject(schema.properties) ? ["object"] : undefined;
  if (types.some((some) => some === undefined)) return undefined;
  return [...new Set(nullable === true ? [...types.flat(), "null"] : types.flat())] as string[];
});

function subschemas(schema: JSONSchema, keyword: string): JSONSchema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** `anyOf` and `oneOf`: ways to satisfy the schema. */
export const choices: (schema: JSONSchema) => readonly JSONSchema[] = remembering((schema) => [
  ...subschemas(schema, "anyOf"),
  ...subschemas(schema, "oneOf"),
]);

export const demands: (schema: JSONSchema) => readonly JSONSchema[] = remembering((schema) =>
  subschemas(schema, "allOf"),
);

/** What was read of a schema within its root once. Nobody writes into it. */
function rememberingWithin<T>(read: (schema: JSONSchema, root: JSONSchema) => T): typeof read {
  const within = remembering((root) => remembering((schema) => read(schema, root)));
  return (schema, root) => within(root)(schema);
}

function readProperties(schema: JSONSchema, root: JSONSchema, depth = 0): Record<string, JSONSchema> {
  const own = schema.properties;
  const found: Record<string, JSONSchema> = Object.create(null);
  if (depth < 8) {
    for (const part of demands(schema))
      Object.assign(found, readProperties(resolved(part, root), root, depth + 1));
  }
  if (isObject(own)) for (const key of Object.keys(own)) found[key] = asSchema(own[key]) ?? {};
  return found;
}

/** The parameters a schema knows, those of `allOf` included. */
export const propertiesOf: (schema: JSONSchema, root: JSONSchema) => Readonly<Record<string, JSONSchema>> =
  rememberingWithin((schema, root) => readProperties(schema, root));

function readRequired(schema: JSONSchema, root: JSONSchema, depth = 0): string[] {
  const own = schema.required;
  const names = Array.isArray(own) ? own.filter((name) => typeof name === "string") : [];
  if (depth >= 8) return names;
  return [
    ...names,
    ...demands(schema).flatMap((part) => readRequired(resolved(part, root), root, depth + 1)),
  ];
}

/** The parameters a schema insists on, those of `allOf` included. */
export const requiredOf: (schema: JSONSchema, root: JSONSchema) => readonly string[] = rememberingWithin(
  (schema, root) => readRequired(schema, root),
);

/** The names of all parameters that a schema knows, at any depth. */
export const parameterNames: (schema: JSONSchema) => ReadonlySet<string> = remembering((schema) => {
  const names = new Set<string>();
  const seen = new Set<JSONSchema>();
  const visit = (given: unknown, depth: number) => {
    const here = asSchema(given);
    if (!here || depth > 12 || seen.has(here)) return;
    seen.add(here);
    const bare = resolved(here, schema);
    for (const [name, inner] of Object.entries(asSchema(bare.properties) ?? {})) {
      names.add(name);
      visit(inner, depth + 1);
    }
    for (const inner of [bare.items, bare.additionalProperties]) visit(inner, depth + 1);
    for (const inner of [...choices(bare), ...demands(bare)]) visit(inner, depth + 1);
  };
  visit(schema, 0);
  return names;
});

function readTypes(schema: JSONSchema, root: JSONSchema, depth = 0): ReadonlySet<string> | undefined {
  const here = resolved(schema, root);
  const named = namedTypes(here);
  if (named) return new Set(named);
  const values = Array.isArray(here.enum) ? here.enum : hasKey(here, "const") ? [here.const] : undefined;
  if (values) return new Set(values.map(typeName));
  const ways = choices(here);
  if (ways.length === 0 || depth > 8) return undefined;
  const types = new Set<string>();
  for (const way of ways) {
    const some = readTypes(way, root, depth + 1);
    if (!some) return undefined;
    for (const type of some) types.add(type);
  }
  return types;
}

/** Every type a value may have, through all branches; `undefined` if any will do. */
export const allowedTypes: (schema: JSONSchema, root: JSONSchema) => ReadonlySet<string> | undefined =
  rememberingWithin((schema, root) => readTypes(schema, root));

export function typeName(value: unknown): string {
  if (value instanceof Spelled) return typeName(value.value);
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}
