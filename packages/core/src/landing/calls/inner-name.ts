import { isObject, type LooseValue } from "../json/loose-value.ts";
import { readJson } from "../json/read-json.ts";
import type { CallCandidate } from "./call-candidate.ts";
import { argumentKeys, nameKeys } from "./envelope.ts";
import type { OfferedTool, ToolIndex } from "./tool-index.ts";

/** A sign that no name of a tool or a parameter has: a mark was damaged where it stands. */
export const strangeName = /[^\p{L}\p{M}\p{N}_$.:/[\]-]|^$/u;

/** True if one of the keys that a name stands under may be in a text: to read it is dearer. */
function mayName(text: string): boolean {
  return text.includes("\\u") || nameKeys.some((key) => text.includes(key));
}

function valueIn(given: CallCandidate["arguments"]): LooseValue | undefined {
  if (given.kind === "value") return given.value;
  if (given.kind !== "text") return undefined;
  const brace = given.text.indexOf("{");
  return brace >= 0 && mayName(given.text) ? readJson(given.text, brace).value : undefined;
}

/** The other tool that the arguments of `tool` name, where they are a whole call themselves. */
export function otherToolInside(
  { arguments: given }: CallCandidate,
  tool: OfferedTool,
  tools: ToolIndex,
): string | undefined {
  const value = valueIn(given);
  if (!isObject(value)) return undefined;
  const wraps =
    argumentKeys.some((key) => key in value && !(key in tool.properties)) ||
    (typeof value.name === "string" && Object.keys(value).some((key) => key in tool.properties));
  const name = nameKeys
    .filter((key) => !(key in tool.properties))
    .map((key) => value[key])
    .find((one) => typeof one === "string");
  if (!wraps || typeof name !== "string") return undefined;
  const other = tools.find(name);
  if (other) return other === tool ? undefined : other.name;
  // The whole envelope of a call, its name damaged.
  return strangeName.test(name) ? name.slice(0, 100) : undefined;
}
