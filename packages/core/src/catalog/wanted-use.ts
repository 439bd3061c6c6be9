import type { CapabilityCalls, CapabilitySource } from "../ports/capability-source.ts";
import type { CallArguments } from "../ports/tool.ts";

/** A parsed call of `use`. */
export type WantedUse = {
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
export function wantedUse(given: CallArguments, sources: readonly CapabilitySource[]): WantedUse {
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
