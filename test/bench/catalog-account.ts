import { type CapabilitySource, catalogOf, useSpec } from "../../packages/core/src/index.ts";
import { type CatalogLine, catalogText } from "../../packages/protocol/src/index.ts";
import { count } from "./fixed-token-account.ts";

/** What a catalogue costs before the user's first word, in Qwen3 tokens. */
export type CatalogCost = {
  use: number;
  skills: { lines: number; tokens: number; longest: number };
  servers: { lines: number; tokens: number; longest: number };
};

const areas =
  "pdf forms,spreadsheet,slide-deck,brand-guidelines,frontend-design,code-review,release-notes,security-audit,database-migration,api-client".split(
    ",",
  );
const verbs = ["create", "list", "get", "update", "delete", "search"];
const nouns = ["issue", "pull_request", "comment", "branch", "release"];
const servers = ["github", "kubernetes", "notion", "chrome-devtools", "postgres"];

/** Forty skills with descriptions as long as public ones are (p50 58 tokens), five servers of thirty tools each. */
const skills = Array.from({ length: 40 }, (_, at): CatalogLine => {
  const area = (areas[at % areas.length] ?? "").replace(" ", "-");
  const name = `${area}-${["helper", "writer", "checker", "guide"][Math.floor(at / areas.length)]}`;
  const line = `Comprehensive ${area.replaceAll("-", " ")} toolkit for reading and writing documents, filling fields and checking results. Use when the user asks to create, edit, convert or check something of this kind, or mentions a file of it, even if they do not name the format. Covers styles, tables, pictures and long documents.`;
  return { kind: "skill", name, line };
});

const serverLines = servers.map((name): CatalogLine => {
  const line = `${name} server to list, search, create and change what is there, with its own permissions and limits`;
  return { kind: "server", name, line };
});

/** A tool as real servers describe one: p50 of 147 real schemas is 165 tokens. */
const schemas = servers.flatMap((server) =>
  nouns.flatMap((noun) =>
    verbs.map((verb) => ({
      name: `mcp__${server}__${verb}_${noun}`,
      description: `Use this tool to ${verb} a ${noun.replace("_", " ")} on ${server}. Returns the ${noun.replace("_", " ")} with its id, state and author. Fails when it does not exist or you have no access to it.`,
      parameters: {
        type: "object",
        properties: {
          owner: { type: "string", description: "Account that owns it" },
          repo: { type: "string", description: "Name of the repository or the project it belongs to" },
          id: { type: "integer", description: "Number of it, as shown in the list" },
          state: { type: "string", enum: ["open", "closed", "all"], description: "Only those in this state" },
        },
        required: ["owner", "repo"],
        additionalProperties: false,
      },
    })),
  ),
);

export async function catalogCost(): Promise<CatalogCost> {
  const lines = await catalogOf([told("skill", skills), told("server", serverLines)]).lines("/work");
  const omitted = lines.filter((line) => line.omitted !== undefined);
  if (omitted.length > 0) throw new Error(`${omitted.length} lines were left out`);
  const part = (kind: CatalogLine["kind"]) => {
    const ours = lines.filter((line) => line.kind === kind);
    const bare = asPrinted(useSpec([]));
    const each = ours.map((line) => count(`\\n${catalogText(line)}`));
    return { lines: ours.length, tokens: asPrinted(useSpec(ours)) - bare, longest: Math.max(...each) };
  };
  return {
    use: asPrinted(useSpec([])),
    skills: part("skill"),
    servers: part("server"),
  };
}

/** The way of most others: each tool of each server with its schema, each skill with its whole description. Qwen3 tokens. */
export function schemasInPrompt(): number {
  return (
    schemas.reduce((sum, tool) => sum + asPrinted(tool), 0) +
    skills.reduce((sum, { name, line }) => sum + count(`\n- ${name}: ${line}`), 0)
  );
}

function asPrinted(value: unknown): number {
  return count(`\n${JSON.stringify({ type: "function", function: value })}`);
}

function told(kind: CatalogLine["kind"], lines: readonly CatalogLine[]): CapabilitySource {
  return { kind, lines: async () => lines, list: async () => [], describe: async () => undefined };
}
