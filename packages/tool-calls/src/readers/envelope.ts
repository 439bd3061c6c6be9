import {
  hasKey,
  isObject,
  type LooseObject,
  type LooseValue,
  sameValue,
  setKey,
} from "../json/loose-value.ts";
import { argumentKeys, decorations, nameKeys } from "../names.ts";
import type { CallArguments, CallCandidate } from "./call-candidate.ts";
import type { OfferedTool, ToolIndex } from "./tool-index.ts";

/** The keys of a call's envelope, whoever wrote it. */
export const callKeys: readonly string[] = [...nameKeys, ...argumentKeys, "tool_calls", "function_call"];

const ofEnvelope = new Set([...callKeys, ...decorations]);

/** How a JSON value stands to a call: it is one or several, it declares a tool, or it is something else. */
export type Envelope =
  | { kind: "calls"; candidates: CallCandidate[]; text?: string }
  | { kind: "schema" }
  | { kind: "other"; reason?: string };

const other: Envelope = { kind: "other" };

/** True if an arguments object is in truth the declaration of parameters. */
function isSchema(value: LooseValue | undefined, tool: OfferedTool | undefined): boolean {
  if (!isObject(value)) return false;
  const declares =
    (isObject(value.properties) &&
      (value.type === "object" || Object.values(value.properties).every(isObject))) ||
    (value.type === "object" && Object.keys(value).length === 1);
  return declares && !(tool && ("properties" in tool.properties || "type" in tool.properties));
}

function callArguments(value: LooseValue | undefined): CallArguments {
  if (typeof value === "string") return { kind: "text", text: value, json: true };
  return { kind: "value", value: value === undefined || value === null ? {} : value };
}

function list(values: LooseValue[], tools: ToolIndex, loose: boolean, depth: number): Envelope {
  const candidates: CallCandidate[] = [];
  for (const item of values) {
    const envelope = readEnvelope(item, tools, loose, depth + 1);
    if (envelope.kind === "schema") return envelope;
    if (envelope.kind === "other") return other;
    candidates.push(...envelope.candidates);
  }
  return candidates.length > 0 ? { kind: "calls", candidates } : other;
}

function standsBeside(name: string): Envelope {
  return { kind: "other", reason: `${name} stands beside the object of its arguments` };
}

/** A parameter of the tool that stands beside its arguments, `given`, and not in them: they were closed too early. */
function parameterBeside(
  value: LooseObject,
  given: LooseValue | undefined,
  tool: OfferedTool | undefined,
): string | undefined {
  return Object.keys(value).find((one) => {
    if (!tool || ofEnvelope.has(one) || !(one in tool.properties)) return false;
    if (!isObject(given) || !hasKey(given, one)) return true;
    // What a message says to people has that name too.
    return one !== "content" && !sameValue(given[one], value[one]);
  });
}

function named(value: LooseObject, nameKey: string, tools: ToolIndex, loose: boolean): Envelope {
  const name = String(value[nameKey]);
  const tool = tools.find(name);
  const key = argumentKeys.find((one) => hasKey(value, one) && one !== nameKey);
  if (key !== undefined) {
    const given = value[key];
    if (isSchema(given, tool)) return { kind: "schema" };
    const rival = argumentKeys.find((one) => one !== key && one !== nameKey && isObject(value[one]));
    if (rival !== undefined && isObject(given) && !sameValue(value[rival], given)) {
      const both: LooseObject = {};
      for (const one of [key, rival]) setKey(both, one, value[one] ?? null);
      return { kind: "calls", candidates: [{ name, arguments: { kind: "value", value: both } }] };
    }
    const beside = parameterBeside(value, given, tool);
    if (beside !== undefined) return standsBeside(beside);
    const whole = isObject(given) || given === null || (typeof given === "string" && /^\s*["{]/.test(given));
    if (!whole && !loose) return other;
    return { kind: "calls", candidates: [{ name, arguments: callArguments(given) }] };
  }
  if (!loose || hasKey(value, "inputSchema") || hasKey(value, "input_schema")) return other;
  const rest: LooseObject = {};
  for (const inner of Object.keys(value)) {
    if (inner !== nameKey && !(decorations.has(inner) && !(tool && inner in tool.properties))) {
      rest[inner] = value[inner] ?? null;
    }
  }
  const unknown = Object.keys(rest).filter((inner) => !tool || !(inner in tool.properties));
  const fits = tool && unknown.length === 0;
  // Beside parameters, an object of another name was `arguments` once.
  const torn =
    tool && unknown.length < Object.keys(rest).length && unknown.some((inner) => isObject(rest[inner]));
  if (torn) return other;
  if (!tool || fits)
    return { kind: "calls", candidates: [{ name, arguments: { kind: "value", value: fits ? rest : {} } }] };
  return { kind: "calls", candidates: [{ name, arguments: { kind: "value", value: rest } }] };
}

/**
 * Finds the calls in a JSON value. `loose` is for text between explicit markers, where a name alone is a call and
 * `{"tool": {…}}` is one too.
 */
export function readEnvelope(value: LooseValue, tools: ToolIndex, loose: boolean, depth = 0): Envelope {
  if (depth > 4) return other;
  if (Array.isArray(value)) return list(value, tools, loose, depth);
  if (!isObject(value)) return other;
  const inner = value.tool_calls ?? value.function_call ?? value.tool_call;
  if (inner !== undefined && typeof inner === "object" && inner !== null) {
    const envelope = readEnvelope(inner, tools, loose, depth + 1);
    const text = value.content;
    return envelope.kind === "calls" && typeof text === "string" ? { ...envelope, text } : envelope;
  }
  if (isObject(value.function)) {
    const envelope = readEnvelope(value.function, tools, loose, depth + 1);
    const call = envelope.kind === "calls" ? envelope.candidates[0] : undefined;
    const given = call?.arguments.kind === "value" ? call.arguments.value : undefined;
    const beside = call && parameterBeside(value, given, tools.find(call.name));
    return beside === undefined || beside === "content" ? envelope : standsBeside(beside);
  }
  if (value.type === "object" && isObject(value.properties)) return { kind: "schema" };
  const nameKey = nameKeys.find((key) => typeof value[key] === "string" && value[key] !== "");
  if (nameKey !== undefined) return named(value, nameKey, tools, loose);
  const keys = Object.keys(value);
  const only = keys.length === 1 ? keys[0] : undefined;
  if (loose && only !== undefined && isObject(value[only]) && tools.spelled(only)) {
    if (isSchema(value[only], tools.spelled(only))) return { kind: "schema" };
    return { kind: "calls", candidates: [{ name: only, arguments: callArguments(value[only]) }] };
  }
  return other;
}
