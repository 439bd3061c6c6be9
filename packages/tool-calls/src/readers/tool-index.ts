import { isObject } from "../json/loose-value.ts";
import { isOtherTool } from "../names.ts";
import { propertiesOf, requiredOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";

const prefix = /^(?:functions?|default_api|default|tools?|api|namespace)[.:/]+/i;

export type OfferedTool = {
  name: string;
  schema: JSONSchema;
  properties: Readonly<Record<string, JSONSchema>>;
  required: readonly string[];
};

const bare = (name: string): string => name.replace(/[\s_.-]/g, "").toLowerCase();

/** Removes what models add to a name: quotes, a namespace, an index, leaked control tokens. */
function trimmedName(name: string): string {
  return name
    .replace(/<[|｜].*$/su, "")
    .trim()
    .replace(/^["'`*]+|["'`*:]+$/g, "")
    .replace(/:\d+$/, "")
    .trim();
}

/** The offered tools, found by the names that models use. */
export class ToolIndex {
  readonly tools: OfferedTool[] = [];
  readonly bareNames = new Set<string>();
  readonly known = new Map<string, OfferedTool | undefined>();

  constructor(given: unknown) {
    for (const tool of Array.isArray(given) ? given : []) {
      const described = isObject(tool) && isObject(tool.function) ? tool.function : tool;
      if (!isObject(described) || typeof described.name !== "string") continue;
      const schema = isObject(described.parameters) ? (described.parameters as JSONSchema) : {};
      const whole = resolved(schema, schema);
      this.bareNames.add(bare(described.name));
      this.tools.push({
        name: described.name,
        schema,
        properties: propertiesOf(whole, schema),
        required: requiredOf(whole, schema),
      });
    }
  }

  /** The tool for a name: exact, by spelling, or by a known synonym. Never by similarity. */
  find(given: string): OfferedTool | undefined {
    if (given.length > 300) return undefined;
    if (this.known.has(given)) return this.known.get(given);
    const found = this.search(given);
    if (this.known.size < 500) this.known.set(given, found);
    return found;
  }

  search(given: string): OfferedTool | undefined {
    const name = trimmedName(given);
    const plain = name.replace(prefix, "");
    const forms = [given, name, plain, name.replace(/\.call$/, ""), name.replace(/^(.+)\.\1$/, "$1")];
    for (const form of forms) {
      const exact = this.tools.find((tool) => tool.name === form);
      if (exact) return exact;
    }
    const spelled = forms
      .filter(Boolean)
      .map((form) => this.tools.filter((tool) => bare(tool.name) === bare(form)));
    const synonyms = this.tools.filter((tool) => isOtherTool(bare(plain), bare(tool.name)));
    const [only, ...others] = spelled.find((found) => found.length > 0) ?? synonyms;
    return others.length === 0 ? only : undefined;
  }

  /** Only by spelling, for tags and words that are rarely names. */
  spelled(name: string): OfferedTool | undefined {
    const found = this.find(name);
    return found && bare(found.name) === bare(trimmedName(name).replace(prefix, "")) ? found : undefined;
  }

  /** The tool of a tag: by spelling, or by a compound name such as `write_to_file`; a single word is more likely HTML. */
  ofTag(name: string): OfferedTool | undefined {
    return this.bareNames.has(bare(name)) || name.includes("_") ? this.find(name) : undefined;
  }

  begins(name: string): boolean {
    const own = name.replace(prefix, "");
    return own !== "" && this.tools.some((tool) => tool.name.startsWith(own));
  }
}
