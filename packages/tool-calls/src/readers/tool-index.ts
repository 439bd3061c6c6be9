import { isObject } from "../json/loose-value.ts";
import { isOtherTool } from "../names.ts";
import { parameterNames, propertiesOf, requiredOf, resolved } from "../schema/read-schema.ts";
import type { JSONSchema } from "../shapes.ts";

const prefix = /^(?:functions?|default_api|default|tools?|api|namespace)[.:/]+/i;

/** One offered tool, with its schema read once. */
export type OfferedTool = {
  name: string;
  schema: JSONSchema;
  properties: Readonly<Record<string, JSONSchema>>;
  required: readonly string[];
  /** The names of its parameters at any depth, by which a lost quote is told from text. */
  keys: ReadonlySet<string>;
};

const noKeys: ReadonlySet<string> = new Set();

function bare(name: string): string {
  return name.replace(/[\s_.-]/g, "").toLowerCase();
}

/** What a model adds to a name: quotes, a namespace, an index, leaked control tokens. */
function trimmedName(name: string): string {
  return name
    .replace(/<[|｜].*$/su, "")
    .trim()
    .replace(/^["'`*]+|["'`*:]+$/g, "")
    .replace(/:\d+$/, "")
    .trim();
}

/** The tools on offer, found by the names that models use. */
export class ToolIndex {
  readonly tools: OfferedTool[] = [];
  /** Their names without case and separators. */
  readonly bareNames = new Set<string>();
  readonly known = new Map<string, OfferedTool | undefined>();
  allKeys?: ReadonlySet<string>;

  constructor(given: unknown) {
    for (const tool of Array.isArray(given) ? given : []) {
      const described = isObject(tool) && isObject(tool.function) ? tool.function : tool;
      const name = isObject(described) ? described.name : undefined;
      if (typeof name !== "string" || !isObject(described)) continue;
      const schema = isObject(described.parameters) ? (described.parameters as JSONSchema) : {};
      const whole = resolved(schema, schema);
      const properties = propertiesOf(whole, schema);
      const keys = parameterNames(schema);
      this.bareNames.add(bare(name));
      this.tools.push({ name, schema, properties, required: requiredOf(whole, schema), keys });
    }
  }

  only(test: (tool: OfferedTool) => boolean): OfferedTool | undefined {
    const found = this.tools.filter(test);
    return found.length === 1 || found.every((tool) => tool.name === found[0]?.name) ? found[0] : undefined;
  }

  /** The tool that `name` means: exactly, by spelling, or by a well-known synonym. Never by likeness. */
  find(given: string): OfferedTool | undefined {
    if (given.length > 300) return undefined;
    if (this.known.has(given)) return this.known.get(given);
    const found = this.search(given);
    if (this.known.size < 500) this.known.set(given, found);
    return found;
  }

  search(given: string): OfferedTool | undefined {
    const exact = this.tools.find((tool) => tool.name === given);
    if (exact) return exact;
    const name = trimmedName(given);
    const forms = [
      name,
      name.replace(prefix, ""),
      name.replace(/\.call$/, ""),
      name.replace(/^(.+)\.\1$/, "$1"),
    ];
    for (const form of forms) {
      const same = this.tools.find((tool) => tool.name === form);
      if (same) return same;
    }
    for (const form of forms) {
      if (form === "") continue;
      if (this.tools.filter((tool) => bare(tool.name) === bare(form)).length > 1) return undefined;
      const spelled = this.only((tool) => bare(tool.name) === bare(form));
      if (spelled) return spelled;
    }
    return this.bySynonym(name.replace(prefix, ""));
  }

  /** True if a tag of that name may mean a tool: one word is more likely to be HTML than a synonym. */
  mayBeTag(name: string): boolean {
    return this.bareNames.has(bare(name)) || (name.includes("_") && this.find(name) !== undefined);
  }

  /** The parameters of the tool that `name` means; none if there is no such tool. */
  keysOf(name: string): ReadonlySet<string> {
    return this.find(name)?.keys ?? noKeys;
  }

  /** The parameters of all tools, and `more`, which has to be the same every time. */
  keysWith(more: readonly string[]): ReadonlySet<string> {
    this.allKeys ??= new Set([...more, ...this.tools.flatMap((tool) => [...tool.keys])]);
    return this.allKeys;
  }

  /** True if an offered tool's name begins like this. */
  begins(name: string): boolean {
    const own = name.replace(prefix, "");
    return own !== "" && this.tools.some((tool) => tool.name.startsWith(own));
  }

  bySynonym(name: string): OfferedTool | undefined {
    return this.only((tool) => isOtherTool(bare(name), bare(tool.name)));
  }

  /** Strictly by spelling, for tags and words that are only sometimes names. */
  spelled(name: string): OfferedTool | undefined {
    const found = this.find(name);
    return found && bare(found.name) === bare(trimmedName(name).replace(prefix, "")) ? found : undefined;
  }
}
