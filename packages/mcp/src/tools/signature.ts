import { visibleName } from "@kestrel/text";

type Schema = Record<string, unknown>;

/** Nested objects that are spelled out, and UTF-16 units of one type and of what it is for. */
const deepest = 2;
const longestType = 240;
const longestPurpose = 120;

/** One line by which a model can call a tool: `create_issue(repo: string, title: string, body?: string) – Open an issue`. */
export function signature(name: string, schema: Schema, description: string): string {
  const purpose = firstClause(description);
  const call = `${name}(${fields(schema, 0)})`;
  return purpose === "" ? call : `${call} – ${purpose}`;
}

/** What each parameter is for, a line each, as far as its server says. */
export function parameterLines(schema: Schema): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, value]) => {
    const { description } = asSchema(value);
    return typeof description === "string" ? [`${visibleName(name)}: ${oneLine(description)}`] : [];
  });
}

function fields(schema: Schema, depth: number): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const named = Object.entries(propertiesOf(schema));
  // What must be given comes first.
  named.sort(([left], [right]) => Number(required.includes(right)) - Number(required.includes(left)));
  return named
    .map(
      ([name, value]) =>
        `${visibleName(name)}${required.includes(name) ? "" : "?"}: ${typeOf(asSchema(value), depth)}`,
    )
    .join(", ");
}

function typeOf(schema: Schema, depth: number): string {
  const spelled = spelledType(schema, depth);
  return spelled.length <= longestType ? spelled : Array.isArray(schema.enum) ? "string" : "object";
}

function spelledType(schema: Schema, depth: number): string {
  const { enum: words, const: only, type, items } = schema;
  if (Array.isArray(words)) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choices) return choices.map((one) => typeOf(asSchema(one), depth)).join(" | ");
  if (Array.isArray(type)) return type.join(" | ");
  switch (type) {
    case "integer":
      return "int";
    case "boolean":
      return "bool";
    case "array": {
      const inner = typeOf(asSchema(items), depth);
      return inner.includes(" | ") ? `(${inner})[]` : `${inner}[]`;
    }
    case "object": {
      const inside = depth < deepest ? fields(schema, depth + 1) : "";
      return inside === "" ? "object" : `{${inside}}`;
    }
    default:
      return typeof type === "string" ? type : "any";
  }
}

/** Up to the first end of a clause; nothing that a server writes goes over a line. */
function firstClause(description: string): string {
  const [clause = ""] = oneLine(description).split(/[.;:!?](?= |$)|[。；：！？]| [–—-] /u, 1);
  return clause.length <= longestPurpose ? clause.trim() : `${clause.slice(0, longestPurpose - 1).trim()}…`;
}

const oneLine = (text: string) => visibleName(text.replaceAll(/\s+/g, " ").trim());

const propertiesOf = (schema: Schema) => asSchema(schema.properties);

function asSchema(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
