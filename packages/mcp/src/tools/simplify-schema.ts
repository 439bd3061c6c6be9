type Schema = Record<string, unknown>;
/** What is left while one schema is written out, and how deep it is in it. */
type Budget = { nodes: number; units: number; nested: number };

/** Of one object; six hundred take a compiler of grammars seconds. */
const mostProperties = 300;
/** References within references that are written out; deeper ones may be anything. */
const deepest = 3;
/** Schemas within schemas; those of public servers have at most ten. A stack holds some thousands. */
const mostNested = 32;
/** UTF-16 units of words, choices and names as they are written out: one that is referred to often counts each time. */
const mostUnits = 131_072;
/** Larger bounds make a grammar that no server compiles in time. */
const mostRepeated = 1_000;
const known = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const dropped = new Set([
  "$defs",
  "definitions",
  "$schema",
  "$id",
  "$comment",
  "pattern",
  "format",
  "default",
  "examples",
  "title",
]);
const counts = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);
const copied = new Set(["enum", "const", "description", "required"]);
const lists = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

/**
 * Reduces the schema of an MCP server to what every grammar compiler accepts. References are inlined, unsupported keywords
 * removed, and the root is an object. The result may accept more than the server, never less; the server validates for itself.
 * Depth and size are bounded.
 */
export function simplifySchema(schema: Schema): Schema {
  const simple = simplified(schema, schema, [], { nodes: 2_000, units: mostUnits, nested: 0 });
  return { ...(isObject(simple) ? simple : {}), type: "object" };
}

function simplified(value: unknown, root: Schema, open: readonly string[], budget: Budget): Schema {
  if (!isObject(value) || budget.nested >= mostNested || --budget.nodes < 0 || budget.units < 0) return {};
  const { $ref } = value;
  if (typeof $ref === "string") {
    const target = open.length < deepest && !open.includes($ref) ? referred($ref, root) : undefined;
    return target === undefined ? {} : simplified(target, root, [...open, $ref], budget);
  }
  const simple: Schema = {};
  for (const [word, inner] of Object.entries(value)) {
    if (dropped.has(word) || inner === null || !affordable(word, inner, budget)) continue;
    budget.nested += 1;
    const kept = simplifiedWord(word, inner, (one) => simplified(one, root, open, budget));
    budget.nested -= 1;
    if (kept !== undefined) simple[word] = kept;
  }
  return simple;
}

/** What is taken over as it is has to be paid for; without it the schema allows more. */
function affordable(word: string, inner: unknown, budget: Budget): boolean {
  if (budget.units < 0) return false;
  if (copied.has(word)) budget.units -= JSON.stringify(inner).length;
  else if (word === "properties" && isObject(inner)) budget.units -= Object.keys(inner).join("").length;
  return budget.units >= 0;
}

/** The simplified value of one schema keyword. Undefined for a keyword that is left out. */
function simplifiedWord(word: string, inner: unknown, below: (value: unknown) => Schema): unknown {
  if (word === "type") return simpleType(inner);
  if (word === "enum") return Array.isArray(inner) && inner.length > 0 ? inner : undefined;
  if (counts.has(word)) return typeof inner === "number" && inner <= mostRepeated ? inner : undefined;
  if (word === "minimum" || word === "maximum")
    return typeof inner === "number" && Math.abs(inner) <= Number.MAX_SAFE_INTEGER ? inner : undefined;
  if (word === "properties" && isObject(inner))
    return Object.fromEntries(
      Object.entries(inner)
        .slice(0, mostProperties)
        .map(([name, one]) => [name, below(one)]),
    );
  if (word === "items") return Array.isArray(inner) || typeof inner === "boolean" ? undefined : below(inner);
  if (word === "additionalProperties") return isObject(inner) ? below(inner) : inner;
  if (lists.has(word)) return Array.isArray(inner) && inner.length > 0 ? inner.map(below) : undefined;
  if (word === "required")
    return Array.isArray(inner) ? inner.filter((one) => typeof one === "string") : undefined;
  return word === "description" || word === "const" ? inner : undefined;
}

function simpleType(value: unknown): unknown {
  const words = (Array.isArray(value) ? value : [value])
    .filter((one) => typeof one === "string")
    .map((one) => one.toLowerCase())
    .filter((one) => known.has(one));
  if (words.length === 0) return undefined;
  return words.length === 1 ? words[0] : words;
}

/** What a reference within the same schema names. */
function referred(reference: string, root: Schema): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let value: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
