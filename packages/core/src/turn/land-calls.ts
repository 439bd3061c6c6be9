import type { Prefix, ToolSpec } from "@kestrel/protocol";
import { parseJson } from "@kestrel/text";
import { callsEnd, findCalls, mendArguments, type OpenAITool, ToolIndex } from "@kestrel/tool-calls";
import type { LandedToolCall } from "../calls/landed-call.ts";
import { cutCall, type NamedReason, shownReason, unknownTool } from "../calls/reject-call.ts";
import { useName } from "../catalog/use-spec.ts";
import { type MeantUse, meantCapability, useArguments } from "./call-of-capability.ts";
import type { Reply, SpokenCall } from "./reply.ts";

export type LandedCalls = {
  calls: readonly LandedToolCall[];
  /** The text without call markup, when it differs from the output. */
  text?: string;
  /** The error while calls were parsed. */
  fault?: unknown;
};

/** What a session offers: its tools, and its catalogue. */
type Offered = Pick<Prefix, "tools" | "catalog">;

/** What is known of the model and the tools: the grammar of the model's family, and the read-only tools. */
export type ReplyKnowledge = { grammar?: string | undefined; reads?: readonly string[] };

/** Parses the calls of a reply: the server's own ones are judged and repaired, otherwise those printed as text. */
export function landCalls(reply: Reply, offered: Offered, known: ReplyKnowledge = {}): LandedCalls {
  const { finish, calls } = reply;
  if (calls.length > 0) {
    const cut = finish === "length" || finish === "failed";
    const faults: unknown[] = [];
    const landed = calls.map((call, index) =>
      landCall(call, offered, cut && index === calls.length - 1, faults),
    );
    return { calls: landed, ...(faults.length > 0 && { fault: faults[0] }) };
  }
  if (finish !== "stop" && finish !== "length" && finish !== "tool_calls") return { calls: [] };
  return landText(reply, offered, known);
}

/** Finds the end of the calls that a reply prints, with the same parser as `landCalls`. */
export const callsEndOf = ({ tools }: Offered, known: ReplyKnowledge) =>
  callsEnd(tools.map(asOpenAITool), optionsOf(known));

const optionsOf = ({ grammar, reads }: ReplyKnowledge) => ({
  ...(grammar !== undefined && { family: grammar }),
  ...(reads && { reads }),
});

function landText(reply: Reply, offered: Offered, known: ReplyKnowledge): LandedCalls {
  const { tools } = offered;
  const find = (more: readonly string[]) =>
    findCalls(reply.text, [...tools.map(asOpenAITool), ...more.map(anyArguments)], {
      reasoning: reply.reasoning,
      finishReason: reply.finish === "length" ? "length" : "stop",
      ...optionsOf(known),
    });
  const first = find([]);
  // Names of capabilities are accepted as tools only when the reply contains such a call: other calls are unaffected.
  const meant = (first.rejected ?? []).flatMap(({ name = "" }) =>
    meantCapability(offered, name) ? [name] : [],
  );
  const found = meant.length > 0 ? find([...new Set(meant)]) : first;
  const silent = reply.text.trim() === "";
  const recovered = silent ? "reasoning" : "text";
  const spoken = silent ? reply.reasoning : reply.text;
  const named = (name: string | undefined) =>
    name ??
    /"name"\s*:\s*"([\w.-]{1,64})"|<\w{1,20}=["']?([\w.-]{1,64})/.exec(spoken)?.slice(1).find(Boolean) ??
    "";
  const rejected: NamedReason[] = (found.rejected ?? []).map(({ name, why }) => ({
    tool: named(name),
    ...shownReason(why),
  }));
  if (found.truncated) rejected.push({ tool: named(undefined), ...cutCall(spoken) });
  const calls: LandedToolCall[] = [
    ...found.calls.map(
      (call) =>
        ({
          ...(meant.includes(call.name)
            ? landCall({ name: call.name, arguments: JSON.stringify(call.arguments) }, offered)
            : { tool: call.name, arguments: JSON.stringify(call.arguments) }),
          recovered,
        }) as const,
    ),
    ...rejected.map((one) => ({ ...rejection(one, tools), recovered }) as const),
  ];
  if (calls.length > 0) return { calls, text: found.kept ?? found.text };
  return found.fault === undefined ? { calls } : { calls, fault: found.fault };
}

/** Judges one call the server parsed; `cut`: the reply ended inside it. Receives unexpected errors in `faults`. */
export function landCall(
  call: SpokenCall,
  offered: Offered,
  cut = false,
  faults: unknown[] = [],
): LandedToolCall {
  const { tools } = offered;
  const name = new ToolIndex(tools.map(asOpenAITool)).find(call.name)?.name;
  const tool = tools.find((one) => one.name === name);
  const meant = tool ? undefined : meantCapability(offered, call.name);
  if (meant) return landUse(call, meant, tools, cut);
  if (!tool) return rejection({ tool: call.name, ...unknownTool(call.name, tools) }, tools);
  const valid = parsed(call.arguments);
  if (cut && valid === undefined) return rejection({ tool: tool.name, ...cutCall(call.arguments) }, tools);
  const repaired = mendArguments(call.arguments, tool.parameters);
  if (!repaired.ok) {
    if (repaired.fault !== undefined) faults.push(repaired.fault);
    return rejection({ tool: tool.name, ...shownReason(repaired.why) }, tools);
  }
  const { value } = repaired;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const reason = shownReason({ reason: "the arguments are no JSON object", got: call.arguments });
    return rejection({ tool: tool.name, ...reason }, tools);
  }
  const text = JSON.stringify(value);
  // The model's own bytes are kept if they parse to the same value: the server has them in its cache.
  const same = valid !== undefined && JSON.stringify(valid.value) === text;
  const repairs = [
    ...(tool.name === call.name ? [] : ["name"]),
    ...(same ? [] : [valid === undefined ? "json" : "arguments"]),
  ];
  const landed = { tool: tool.name, arguments: same ? call.arguments : text };
  return repairs.length > 0 ? { ...landed, repairs } : landed;
}

/** A capability that was called as a tool: the same call through `use`. */
function landUse(
  call: SpokenCall,
  meant: MeantUse,
  tools: readonly ToolSpec[],
  cut: boolean,
): LandedToolCall {
  const valid = parsed(call.arguments) !== undefined;
  if (cut && !valid) return rejection({ tool: useName, ...cutCall(call.arguments) }, tools);
  const given = useArguments(meant, call.arguments);
  if (given !== undefined)
    return { tool: useName, arguments: given, repairs: ["name", ...(valid ? [] : ["json"])] };
  const reason = shownReason({ reason: "the arguments are no JSON object", got: call.arguments });
  return rejection({ tool: useName, ...reason }, tools);
}

/** Represents a call that cannot be run: under the offered tool's name that it means, if any, without arguments. */
function rejection({ tool: given, ...rejected }: NamedReason, tools: readonly ToolSpec[]): LandedToolCall {
  const known = new ToolIndex(tools.map(asOpenAITool)).find(given)?.name;
  const tool = known ?? (/^[a-zA-Z0-9_.-]{1,64}$/.test(given) ? given : "unknown");
  return { tool, arguments: "{}", rejected };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    // expected: a model's arguments that are not JSON
    return undefined;
  }
}

function anyArguments(name: string): OpenAITool {
  return { type: "function", function: { name, parameters: { type: "object" } } };
}

function asOpenAITool({ name, description, parameters }: ToolSpec): OpenAITool {
  return { type: "function", function: { name, description, parameters } };
}
