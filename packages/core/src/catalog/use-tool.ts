import type { CallSubject, CatalogLine } from "@kestrel/protocol";
import { withNearest } from "../crew/retrieval/with-nearest.ts";
import type {
  Capability,
  CapabilityCalls,
  CapabilityPlace,
  CapabilitySource,
  CapabilityText,
} from "../ports/capability-source.ts";
import type { Assessment, CallArguments, Tool, ToolContext, ToolResult } from "../ports/tool.ts";
import { findCapabilities, mostSearched } from "./find-capabilities.ts";
import { lineOf, nearestNames } from "./lines.ts";
import { useSpec } from "./use-spec.ts";

/** Reading a description touches nothing in the folder. */
const looking: Assessment = { risk: "read", reasons: [] };

/** The `use` tool: finds, describes and calls the entries of the session's catalogue. */
export function useTool(sources: readonly CapabilitySource[]): Tool {
  return {
    spec: useSpec([]),
    concurrent: false,
    display: "capability",
    alongside: (given) => {
      const { calls, name } = wantedUse(given, sources);
      return calls?.alongside?.(name) ?? false;
    },
    describe: async (given) => {
      for (const { calls } of sources) await calls?.ready?.();
      return subjectOf(wantedUse(given, sources));
    },
    assess: async (given, context) => {
      const wanted = wantedUse(given, sources);
      const { calls, name, args, implied } = wanted;
      if (!calls) return looking;
      const refused = missing(name, context) ?? misplaced(wanted);
      if (refused) return { ...looking, refused };
      const assessed = await calls.assess(name, args, context);
      if (!assessed.refused || !implied) return assessed;
      const told = await described(sources, name, context);
      return told.outcome === "ok" ? { ...looking, refused: told } : assessed;
    },
    run: async (given, context) => {
      const wanted = wantedUse(given, sources);
      const { calls, name, args, action } = wanted;
      if (action === "find") return { outcome: "ok", content: await found(sources, name, context) };
      if (!calls) return described(sources, name, context);
      return missing(name, context) ?? misplaced(wanted) ?? calls.run(name, args, context);
    },
  };
}

function subjectOf({ calls, name, args }: WantedUse): CallSubject {
  const subject = calls?.subject(name, args);
  return subject ? { ...subject, capability: name } : {};
}

/** The answer to a name that this session's catalogue does not have; undefined when it has it. */
function missing(name: string, { catalog = [] }: ToolContext): ToolResult | undefined {
  if (lineOf(catalog, name)) return undefined;
  const near = nearestNames(catalog, name);
  const help = near.length > 0 ? ` There is: ${near.join(", ")}.` : "";
  return {
    outcome: "error",
    content: `There is nothing named ${name.slice(0, 80)}.${help} find searches by words.`,
  };
}

/** The answer to a call with keys that `use` does not have: they had no effect, and where they belong. */
function misplaced({ name, args, strange }: WantedUse): ToolResult | undefined {
  if (strange.length === 0) return undefined;
  const keys = strange.map((key) => JSON.stringify(key.slice(0, 80))).slice(0, 8);
  const shown = Object.fromEntries([...Object.keys(args), ...strange].slice(0, 8).map((key) => [key, "…"]));
  const call = JSON.stringify({ name, action: "call", arguments: shown });
  return {
    outcome: "error",
    content: `Not called: use has no ${keys.join(", ")}. What ${name} takes goes into arguments: ${call}`,
  };
}

async function described(
  sources: readonly CapabilitySource[],
  name: string,
  context: ToolContext,
): Promise<ToolResult> {
  const line = lineOf(context.catalog ?? [], name);
  const unknown = missing(name, context);
  if (!line || unknown) return unknown ?? gone(name);
  const { workspace, cancel, outputLimit: limit } = context;
  const place = { workspace, cancel, limit };
  const told = await describedBy(sourcesOf(sources, line), name, place);
  if (!told) return gone(name);
  const { text, digest } = told;
  if (context.described?.(name) === digest)
    return { outcome: "ok", content: `${name} stands above, unchanged. Do as it says.` };
  return { outcome: "ok", content: text, described: [{ name, digest }] };
}

function gone(name: string): ToolResult {
  return { outcome: "error", content: `${name.slice(0, 80)} cannot be read now. Go on without it.` };
}

/** Several sources may have lines of one kind; the names decide. */
function sourcesOf(sources: readonly CapabilitySource[], { kind }: CatalogLine): CapabilitySource[] {
  return sources.filter((source) => source.kind === kind);
}

async function describedBy(
  sources: readonly CapabilitySource[],
  name: string,
  place: CapabilityPlace,
): Promise<CapabilityText | undefined> {
  for (const source of sources) {
    const told = await source.describe(name, place);
    if (told) return told;
  }
  return undefined;
}

async function found(
  sources: readonly CapabilitySource[],
  words: string,
  { catalog = [], workspace, cancel, outputLimit: limit, nearest }: ToolContext,
): Promise<string> {
  const lines = catalog.filter(({ omitted }) => omitted !== "name_taken");
  const all = await Promise.all(
    lines.flatMap((line) =>
      sourcesOf(sources, line).map((source) => source.list(line.name, { workspace, cancel, limit })),
    ),
  );
  const here = all.flat();
  const byWords = findCapabilities(here, words);
  const near = await nearest?.(here, words);
  const hits = near ? withNearest<Capability>(byWords, near.product, here) : byWords;
  await near?.close(hits.some(({ name }) => !byWords.some((one) => one.name === name)));
  const told = hits.map(({ name, signature }) =>
    signature.startsWith(name) ? signature : `${name}: ${signature}`,
  );
  if (hits.length === 0) told.push("Nothing fits these words. Try others, or go on without.");
  if (here.length > mostSearched) told.push(`[${mostSearched} of ${here.length} were searched.]`);
  return told.join("\n");
}

/** A parsed call of `use`. */
type WantedUse = {
  /** The source's own spelling. */
  name: string;
  action: "describe" | "call" | "find";
  args: CallArguments;
  /** The source that runs it; undefined for text that is only read. */
  calls?: CapabilityCalls;
  /** Whether running it is only implied: without the required arguments it is described instead. */
  implied: boolean;
  /** Keys that `use` does not have. */
  strange: readonly string[];
};

const own = new Set(["name", "action", "arguments"]);
/** Other names that models use for `arguments`. */
const alsoArguments = ["args", "params", "parameters", "input", "tool_input", "kwargs"];

/**
 * Parses the arguments. A runnable capability is run with or without `arguments`; only `describe` and `find` without `arguments`
 * request something else. Names are the sources' own, whichever separator a model puts between their parts.
 */
function wantedUse(given: CallArguments, sources: readonly CapabilitySource[]): WantedUse {
  const spelled = String(given.name ?? "").trim();
  const known = sources.flatMap(({ calls }) => calls?.named?.(spelled) ?? []);
  const name = known[0] ?? spelled;
  const { args, strange, isGiven } = argumentsIn(given);
  const { action } = given;
  const calls = sources.find((source) => source.calls?.subject(name, args) !== undefined)?.calls;
  const hasArguments = Object.keys(args).length > 0;
  if (calls && (action === "call" || isGiven || !isAction(action)))
    return { name, action: "call", args, calls, implied: action !== "call" && !hasArguments, strange };
  const said = isAction(action) ? action : hasArguments ? "call" : "describe";
  return { name: said === "find" ? spelled : name, action: said, args, implied: false, strange };
}

function argumentsIn(given: CallArguments): Pick<WantedUse, "args" | "strange"> & { isGiven: boolean } {
  const strange = Object.keys(given).filter((key) => !own.has(key));
  if (isObject(given.arguments)) return { args: given.arguments, strange, isGiven: true };
  const [meant, ...others] = strange.filter((key) => alsoArguments.includes(key) && isObject(given[key]));
  if (meant === undefined || others.length > 0) return { args: {}, strange, isGiven: false };
  const rest = strange.filter((key) => key !== meant);
  return { args: given[meant] as CallArguments, strange: rest, isGiven: true };
}

function isAction(value: unknown): value is WantedUse["action"] {
  return value === "describe" || value === "call" || value === "find";
}

function isObject(value: unknown): value is CallArguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
