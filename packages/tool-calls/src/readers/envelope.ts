import {
  hasKey,
  isObject,
  type LooseObject,
  type LooseValue,
  sameValue,
  setKey,
} from "../json/loose-value.ts";
import { argumentKeys, decorations, nameKeys } from "../names.ts";
import type { CallCandidate } from "./parse-result.ts";
import type { OfferedTool, ToolIndex } from "./tool-index.ts";

const ofEnvelope = new Set([...nameKeys, ...argumentKeys, "tool_calls", "function_call", ...decorations]);

/** What a JSON value is: one or several calls, a tool declaration, or something else. */
export type Envelope =
  | { kind: "calls"; candidates: CallCandidate[]; text?: string }
  | { kind: "schema" }
  | { kind: "other"; reason?: string };

const other: Envelope = { kind: "other" };

function callOf(name: string, given: LooseValue | undefined): Envelope {
  const written =
    typeof given === "string"
      ? { kind: "text" as const, text: given, json: true as const }
      : { kind: "value" as const, value: given ?? {} };
  return { kind: "calls", candidates: [{ name, arguments: written }] };
}

const isSchema = (value: LooseValue | undefined, tool: OfferedTool | undefined): boolean =>
  isObject(value) && isObject(value.properties) && !(tool && "properties" in tool.properties);

function list(values: LooseValue[], tools: ToolIndex, loose: boolean, depth: number): Envelope {
  const candidates: CallCandidate[] = [];
  for (const item of values) {
    const envelope = readEnvelope(item, tools, loose, depth + 1);
    if (envelope.kind !== "calls") return envelope.kind === "schema" ? envelope : other;
    candidates.push(...envelope.candidates);
  }
  return candidates.length > 0 ? { kind: "calls", candidates } : other;
}

/** Whether a parameter of the tool is beside its arguments, `given`, instead of in them: they were closed too early. */
function closedEarly(value: LooseObject, given?: LooseValue, tool?: OfferedTool): Envelope | undefined {
  const beside = Object.keys(value).find((one) => {
    if (!tool || ofEnvelope.has(one) || !(one in tool.properties)) return false;
    if (!isObject(given) || !hasKey(given, one)) return true;
    // A message's text uses that name too.
    return one !== "content" && !sameValue(given[one], value[one]);
  });
  return beside === undefined
    ? undefined
    : { kind: "other", reason: `${beside} stands beside the object of its arguments` };
}

function named(value: LooseObject, nameKey: string, tools: ToolIndex, loose: boolean): Envelope {
  const name = String(value[nameKey]);
  const tool = tools.find(name);
  const [key, ...rivals] = argumentKeys.filter((one) => hasKey(value, one) && one !== nameKey);
  if (key !== undefined) {
    const given = value[key];
    if (isSchema(given, tool)) return { kind: "schema" };
    const rival = rivals.find((one) => isObject(value[one]) && !sameValue(value[one], given));
    if (rival !== undefined && isObject(given))
      return callOf(name, { [key]: given, [rival]: value[rival] ?? null });
    const whole = isObject(given) || given === null || (typeof given === "string" && /^\s*["{]/.test(given));
    return closedEarly(value, given, tool) ?? (whole || loose ? callOf(name, given) : other);
  }
  if (!loose || hasKey(value, "inputSchema") || hasKey(value, "input_schema")) return other;
  const isParameter = (one: string) => tool !== undefined && one in tool.properties;
  const rest: LooseObject = {};
  for (const inner of Object.keys(value))
    if (inner !== nameKey && (!decorations.has(inner) || isParameter(inner)))
      setKey(rest, inner, value[inner] ?? null);
  return callOf(name, rest);
}

/** Finds the calls in a JSON value. `loose`: inside explicit marks, where a name alone and `{"tool": {…}}` are calls too. */
export function readEnvelope(value: LooseValue, tools: ToolIndex, loose: boolean, depth = 0): Envelope {
  if (depth > 4) return other;
  if (Array.isArray(value)) return list(value, tools, loose, depth);
  if (!isObject(value)) return other;
  const inner = value.tool_calls ?? value.function_call ?? value.tool_call;
  if (typeof inner === "object" && inner !== null) {
    const envelope = readEnvelope(inner, tools, loose, depth + 1);
    const text = value.content;
    return envelope.kind === "calls" && typeof text === "string" ? { ...envelope, text } : envelope;
  }
  if (isObject(value.function)) {
    const envelope = readEnvelope(value.function, tools, loose, depth + 1);
    const call = envelope.kind === "calls" ? envelope.candidates[0] : undefined;
    const given = call?.arguments.kind === "value" ? call.arguments.value : undefined;
    const { content: _said, ...beside } = value;
    return (call && closedEarly(beside, given, tools.find(call.name))) ?? envelope;
  }
  if (value.type === "object" && isObject(value.properties)) return { kind: "schema" };
  const nameKey = nameKeys.find((key) => typeof value[key] === "string" && value[key] !== "");
  if (nameKey !== undefined) return named(value, nameKey, tools, loose);
  const [only, ...others] = Object.keys(value);
  const tool = only === undefined || others.length > 0 ? undefined : tools.spelled(only);
  if (!loose || only === undefined || !tool || !isObject(value[only])) return other;
  return isSchema(value[only], tool) ? { kind: "schema" } : callOf(only, value[only]);
}
