import { asSchema, isSchema, type Schema } from "./schema.ts";

/** References within references; deeper ones are left out, so that a tangle of them stays small. */
const deepest = 4;

/** A schema with every `$ref` replaced by its target. A cycle, or an external reference, becomes any object. */
export function expandReferences(value: unknown, root: Schema, path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => expandReferences(item, root, path));
  if (!isSchema(value)) return value;
  const { $ref, $defs: _defs, definitions: _definitions, ...own } = value;
  const inner = Object.entries(own).map(
    ([key, child]) => [key, expandReferences(child, root, path)] as const,
  );
  if (typeof $ref !== "string") return Object.fromEntries(inner);
  const found = path.includes($ref) || path.length >= deepest ? undefined : find($ref, root);
  const named = found === undefined ? { type: "object" } : expandReferences(found, root, [...path, $ref]);
  return { ...asSchema(named), ...Object.fromEntries(inner) };
}

function find(reference: string, root: Schema): unknown {
  if (!reference.startsWith("#")) return undefined;
  const steps = reference.slice(1).split("/").filter(Boolean);
  return steps.reduce<unknown>((place, step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof place === "object" && place !== null ? Reflect.get(place, name) : undefined;
  }, root);
}
