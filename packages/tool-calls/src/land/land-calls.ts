import { explained, fitArguments, mostGot, shortened } from "../arguments/fit-arguments.ts";
import { mendArguments, parsed } from "../arguments/mend-arguments.ts";
import { readXmlTree } from "../arguments/xml-tree.ts";
import { hasKey, isObject, type LooseObject, type LooseValue, setKey } from "../json/loose-value.ts";
import type { CallCandidate, Field, Fields } from "../readers/parse-result.ts";
import type { OfferedTool, ToolIndex } from "../readers/tool-index.ts";
import { allowedTypes } from "../schema/read-schema.ts";
import type { FoundCalls, LandedCall, MendedArguments, ParseOptions, RefusedCall } from "../shapes.ts";

/** Tools that some models call to use none. */
const noTool = /^(?:directly[-_]answer|final[-_ ]answer|none|no_tool)$/i;
/** A hostile reply repeats itself; no useful one has more. */
const mostRejected = 100;

export type Finish = ParseOptions["finishReason"];
export type Landed = { calls: LandedCall[]; rejected: RefusedCall[]; truncated: boolean };

function typesOf(name: string, tool: OfferedTool): ReadonlySet<string> | undefined {
  const schema = tool.properties[name];
  return schema && allowedTypes(schema, tool.schema);
}

/** A tag parameter's value, typed by its schema. `undefined` if it was omitted. */
function fieldValue({ name, text, json, plain = text }: Field, tool: OfferedTool): LooseValue | undefined {
  const types = typesOf(name, tool);
  const mayBeText = !types || types.has("string");
  if (types?.has("null") && /^\s*(?:null|None)\s*$/.test(text)) return null;
  const blank = !mayBeText && !types.has("null") && /^\s*(?:null|none)?\s*$/i.test(text);
  if (blank && !tool.required.includes(name)) return undefined;
  const isData = types ? types.has("object") || types.has("array") : false;
  if (json ? types?.size !== 1 || !mayBeText : json === undefined && isData) {
    const value = parsed(text)?.value;
    if (value !== undefined && (json || typeof value === "object")) return value;
  }
  return isData && !mayBeText ? (readXmlTree(plain) ?? text) : text;
}

function isList(name: string, tool: OfferedTool): boolean {
  const types = typesOf(name, tool);
  return types?.size === 1 && types.has("array");
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

/** Parameters in tags, accepted only if none is ambiguous, duplicated or unreadable. */
function fromFields({ fields, behind }: Fields, tool: OfferedTool): MendedArguments {
  const texts = new Map<string, string>();
  const given: LooseObject = {};
  for (const field of fields) {
    const { name, text, unclear } = field;
    const earlier = texts.get(name);
    if (unclear !== undefined) return unclearFields(unclear, text);
    if (earlier !== undefined && (earlier !== text || text === "") && !isList(name, tool))
      return unclearFields(`${name} is given twice`, `${earlier} and ${text}`);
    texts.set(name, text);
    const value = fieldValue(field, tool);
    if (value === undefined) continue;
    const before = hasKey(given, name) && isList(name, tool) ? (given[name] ?? null) : undefined;
    setKey(given, name, before === undefined ? value : [before, value].flat());
  }
  if (behind !== undefined) return unclearFields("what stands behind them is no parameter", behind);
  return fitArguments(given, tool.schema);
}

const unfit = (reason: string, got: LooseValue, { schema }: OfferedTool) =>
  explained({ path: "", reason, expected: schema, got });

/** Positional arguments: one object, or the value of the only required parameter. */
function fromPositions(value: LooseValue, tool: OfferedTool): MendedArguments {
  const [only, ...others] = Array.isArray(value) ? value : [];
  const [sole, ...more] = tool.required;
  if (isObject(only) && others.length === 0 && Object.keys(only).some((key) => key in tool.properties))
    return fitArguments(only, tool.schema);
  if (only !== undefined && others.length === 0 && sole !== undefined && more.length === 0)
    return fitArguments({ [sole]: only }, tool.schema);
  return { ok: false, why: unfit("are positional and cannot be matched to parameters", value, tool) };
}

function fitted({ arguments: given }: CallCandidate, tool: OfferedTool): MendedArguments {
  if (given.kind === "fields") return fromFields(given, tool);
  if (given.kind === "positional") return fromPositions(given.value, tool);
  if (given.kind === "value") return fitArguments(given.value, tool.schema);
  const { text, json } = given;
  const repaired = mendArguments(text, tool.schema);
  const named = Object.keys(tool.properties).some((name) => text.includes(`"${name}":`));
  if (json || repaired.ok || named || /^\s*[[{]/.test(text)) return repaired;
  return fromPositions([text.replace(/^\s*"([^"\\]*)"\s*$/, "$1")], tool);
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

export function landAll(candidates: readonly CallCandidate[], tools: ToolIndex, finish?: Finish): Landed {
  const landed: Landed = { calls: [], rejected: [], truncated: false };
  for (const candidate of candidates) {
    const { name, open } = candidate;
    const tool = tools.find(name);
    const result = tool && fitted(candidate, tool);
    const given = result?.ok && isObject(result.value) ? result.value : undefined;
    const mayGoOn =
      open === "comma" ? finish !== "stop" : finish === "length" && (open === "number" || open === "word");
    if (mayGoOn || (tool && open && !given)) landed.truncated = true;
    else if (tool && given) landed.calls.push({ name: tool.name, arguments: given });
    else if (tool && result)
      landed.rejected.push({
        name: tool.name,
        why: result.ok ? unfit("are no object", String(result.value), tool) : result.why,
      });
    else if (!noTool.test(name)) landed.rejected.push(unknownTool(name, tools));
    if (landed.rejected.length >= mostRejected) break;
  }
  return landed;
}

export function reply(landed: Landed, text: string, kept = text): FoundCalls {
  const { calls, rejected, truncated } = landed;
  return {
    calls,
    text,
    ...(rejected.length > 0 && { rejected }),
    ...(truncated && { truncated }),
    ...(kept !== text && { kept }),
  };
}

export const tidied = (text: string): string => text.replace(/\n{3,}/g, "\n\n").trim();

export function brokenCall(reason: string): RefusedCall {
  const why = {
    reason,
    expected: "one complete call with a tool name and a JSON object of arguments.",
    got: "a call that cannot be read.",
    hint: "call again; escape quotes and newlines inside strings.",
  };
  return { why };
}
