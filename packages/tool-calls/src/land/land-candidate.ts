import { parseJson } from "@kestrel/text";
import { explained, fitArguments, mostGot, shortened, unreadable } from "../arguments/fit-arguments.ts";
import { mendArguments } from "../arguments/mend-arguments.ts";
import { hasMisplacedKeys } from "../arguments/misplaced-keys.ts";
import { readXmlTree } from "../arguments/xml-tree.ts";
import { hasKey, isObject, type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import type { CallCandidate, Field, Fields } from "../readers/call-candidate.ts";
import { argumentKeys, nameKeys } from "../readers/envelope.ts";
import type { OfferedTool, ToolIndex } from "../readers/tool-index.ts";
import { allowedTypes } from "../schema/read-schema.ts";
import type { LandedCall, MendedArguments, RefusedCall } from "../shapes.ts";

/** What became of a candidate: a call to run, an error for the model, or an output cut too early. */
export type Landing =
  | { kind: "call"; call: LandedCall }
  | { kind: "rejected"; rejected: RefusedCall }
  | { kind: "cut" };

/** A list or an object that was written as text, where the schema allows one: whole JSON, escaped JSON, nested tags. */
function structuredValue(
  { text, json = false, plain = text }: Field,
  types: ReadonlySet<string>,
): LooseValue | undefined {
  if (!types.has("object") && !types.has("array")) return undefined;
  const strict = wholeJson(text);
  const inner =
    strict ?? (/^\s*[[{]\s*\\"/.test(text) ? wholeJson(text.replace(/\\(["\\])/g, "$1")) : undefined);
  const type = Array.isArray(inner) ? "array" : "object";
  if (inner !== undefined && types.has(type) && (strict !== undefined || !types.has("string"))) return inner;
  return types.has("string") || json ? undefined : readXmlTree(plain);
}

/** The list or object that `text` is, without any repair. */
function wholeJson(text: string): LooseValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    parseJson(text);
  } catch {
    // expected: text that is no JSON
    return undefined;
  }
  return readJson(text, 0).value;
}

function fieldValue(field: Field, tool: OfferedTool): LooseValue | undefined {
  const schema = tool.properties[field.name];
  const types = schema ? allowedTypes(schema, tool.schema) : undefined;
  if (field.json && !(types?.size === 1 && types.has("string"))) {
    const reading = readJson(field.text, 0, { keys: tool.keys });
    if (reading.ending === "complete" && field.text.slice(reading.end).trim() === "") return reading.value;
    return field.text;
  }
  if (types?.has("null") && /^\s*(?:null|None)\s*$/.test(field.text)) return null;
  const declaredText = field.json === false && types?.has("string");
  const held = types && !declaredText ? structuredValue(field, types) : undefined;
  if (held !== undefined) return held;
  const blank = types !== undefined && !types.has("string") && /^\s*(?:null|none)?\s*$/i.test(field.text);
  if (blank && !types.has("null") && !tool.required.includes(field.name)) return undefined;
  return field.text;
}

/** Why parameters written as tags cannot be taken at their word: one is unclear, stands there twice, or could not be read. */
function fieldTrouble({ fields, behind }: Fields, tool: OfferedTool): MendedArguments | undefined {
  const seen = new Map<string, Field>();
  for (const field of fields) {
    const { name, text, unclear } = field;
    const earlier = seen.get(name);
    const same = earlier?.text === text && text !== "";
    const twice = earlier !== undefined && !same && !isList(name, tool);
    const tag = name in tool.properties ? undefined : /^\s*<([\w.-]{1,80})>/.exec(text)?.[1];
    const wrapped = tag !== undefined && tag in tool.properties;
    const reason =
      unclear ?? (twice ? `${name} is given twice` : wrapped ? `${name} holds the tag of ${tag}` : undefined);
    if (reason !== undefined) return unclearFields(reason, twice ? `${earlier.text} and ${text}` : text);
    seen.set(name, field);
  }
  return behind === undefined ? undefined : unclearFields("what stands behind them is no parameter", behind);
}

function unclearFields(reason: string, got: string): MendedArguments {
  const why = {
    reason: `the arguments are unclear: ${reason}`,
    expected: "every parameter once, between its own opening and closing tag.",
    got: shortened(got, mostGot),
    hint: "call again and close every parameter with its own tag.",
  };
  return { ok: false, why };
}

function isList(name: string, tool: OfferedTool): boolean {
  const schema = tool.properties[name];
  const types = schema ? allowedTypes(schema, tool.schema) : undefined;
  return types?.size === 1 && types.has("array");
}

function fromFields(fields: Field[], tool: OfferedTool): LooseObject {
  const result: LooseObject = {};
  for (const field of fields) {
    const value = fieldValue(field, tool);
    if (value === undefined) continue;
    const earlier = hasKey(result, field.name) ? result[field.name] : undefined;
    const collects = earlier !== undefined && isList(field.name, tool);
    setKey(result, field.name, collects ? [...(Array.isArray(earlier) ? earlier : [earlier]), value] : value);
  }
  return result;
}

/** The one parameter that a bare value must mean: the only one, or the only required one. */
function solePlace(tool: OfferedTool): string | undefined {
  const names = Object.keys(tool.properties);
  if (tool.required.length === 1) return tool.required[0];
  return tool.required.length === 0 && names.length === 1 ? names[0] : undefined;
}

function fromPositions(values: LooseValue, tool: OfferedTool): LooseObject | undefined {
  if (!Array.isArray(values)) return undefined;
  const sole = solePlace(tool);
  const only = values.length === 1 ? values[0] : undefined;
  if (isObject(only) && Object.keys(only).some((key) => key in tool.properties)) return only;
  if (values.length === 1 && sole !== undefined) return { [sole]: values[0] ?? null };
  const names = Object.keys(tool.properties).slice(0, values.length);
  const exact = values.length === tool.required.length && tool.required.every((name) => names.includes(name));
  if (!exact) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
}

/** True if parameters of the tool stand beside the envelope of others: a quote was lost, and two calls were read as one. */
function holdsEnvelope(value: LooseValue, tool: OfferedTool): boolean {
  if (!isObject(value) || !Object.keys(value).some((key) => key in tool.properties)) return false;
  return Object.entries(value).some(([key, inner]) => {
    if (key in tool.properties || !isObject(inner)) return false;
    const again = Object.keys(inner).some((name) => name in tool.properties && hasKey(value, name));
    return again || key === "arguments" || key === "parameters";
  });
}

function fromText(text: string, tool: OfferedTool, json: boolean): MendedArguments {
  const repaired = mendArguments(text, tool.schema);
  if (json) return repaired;
  const sole = solePlace(tool);
  const types = sole === undefined ? undefined : allowedTypes(tool.properties[sole] ?? {}, tool.schema);
  if (repaired.ok && isObject(repaired.value)) return repaired;
  if (sole === undefined || !types?.has("string") || /^\s*(?:[{[]|$)/.test(text)) return repaired;
  if (Object.keys(tool.properties).some((name) => text.includes(`"${name}":`))) return repaired;
  return fitArguments({ [sole]: text.replace(/^\s*"([^"\\]*)"\s*$/, "$1") }, tool.schema);
}

function fitted(candidate: CallCandidate, tool: OfferedTool): MendedArguments {
  const given = candidate.arguments;
  switch (given.kind) {
    case "fields":
      return fieldTrouble(given, tool) ?? fitArguments(fromFields(given.fields, tool), tool.schema);
    case "text":
      return fromText(given.text, tool, given.json ?? false);
    case "positional": {
      const value = fromPositions(given.value, tool);
      if (value) return fitArguments(value, tool.schema);
      const reason = "are positional and cannot be matched to parameters";
      return {
        ok: false,
        why: explained({ path: "", reason, expected: tool.schema, got: given.value }),
      };
    }
    case "value":
      if (holdsEnvelope(given.value, tool))
        return { ok: false, why: unreadable("hold those of another call", JSON.stringify(given.value)) };
      if (candidate.open && hasMisplacedKeys(given.value, tool.schema, tool.schema))
        return {
          ok: false,
          why: unreadable("lack a closing brace in the middle", JSON.stringify(given.value)),
        };
      return fitArguments(given.value, tool.schema);
    default:
      return given satisfies never;
  }
}

function unknownTool(name: string, tools: ToolIndex): RefusedCall {
  const offered = tools.tools.map((tool) => tool.name).join(", ");
  const why = {
    reason: `there is no tool "${name.slice(0, 100)}"`,
    kind: "unknown_tool" as const,
    expected: `one of ${offered === "" ? "no tools: none is offered" : offered.slice(0, 600)}.`,
    got: `${name.slice(0, 200)}.`,
    hint: "call one of the offered tools by its exact name, or answer without a tool.",
  };
  return { name, why };
}

/** The other tool that the arguments of `tool` name, where they are a whole call themselves. */
function otherToolInside(
  { arguments: given }: CallCandidate,
  tool: OfferedTool,
  tools: ToolIndex,
): string | undefined {
  const value = given.kind === "value" ? given.value : undefined;
  if (!isObject(value)) return undefined;
  const wraps = argumentKeys.some((key) => key in value && !(key in tool.properties));
  const name = nameKeys
    .filter((key) => !(key in tool.properties))
    .map((key) => value[key])
    .find((one) => typeof one === "string");
  const other = wraps && typeof name === "string" ? tools.find(name) : undefined;
  return other === undefined || other === tool ? undefined : other.name;
}

/** Decides about one candidate. */
export function landCandidate(
  candidate: CallCandidate,
  tools: ToolIndex,
  finish: "stop" | "length" | undefined,
): Landing {
  if (candidate.open === "comma" && finish !== "stop") return { kind: "cut" };
  if (candidate.open === "number" && finish === "length") return { kind: "cut" };
  if (candidate.open === "word" && finish === "length") return { kind: "cut" };
  const tool = tools.find(candidate.name);
  if (!tool) return { kind: "rejected", rejected: unknownTool(candidate.name, tools) };
  const other = otherToolInside(candidate, tool, tools);
  if (other !== undefined) {
    const why = {
      reason: `the call names two tools, ${tool.name} and ${other}`,
      expected: "one tool and its arguments.",
      got: `${tool.name} around a call of ${other}.`,
      hint: "call the one you mean.",
    };
    return { kind: "rejected", rejected: { name: tool.name, why } };
  }
  const result = fitted(candidate, tool);
  if (result.ok && isObject(result.value)) {
    return { kind: "call", call: { name: tool.name, arguments: result.value } };
  }
  if (candidate.open) return { kind: "cut" };
  const why = result.ok
    ? explained({
        path: "",
        reason: "are no object",
        expected: { type: "object" },
        got: result.value as LooseValue,
      })
    : result.why;
  return { kind: "rejected", rejected: { name: tool.name, why } };
}
