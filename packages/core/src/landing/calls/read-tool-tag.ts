import { isOtherName } from "../arguments/parameter-names.ts";
import { skipBlanks } from "../json/blanks.ts";
import { readJson } from "../json/read-json.ts";
import { complete, cut, type Draft, type Field, matchAt, type Reading, type Sight } from "./draft.ts";
import { readXmlValue } from "./read-xml-value.ts";
import type { OfferedTool, Toolbox } from "./toolbox.ts";

const toolOpener = /<([A-Za-z_][\w.-]{0,80})((?:\s+[\w-]+\s*=\s*"[^"<>]*")*)\s*(\/?)>/y;
const child = /<([A-Za-z_][\w.-]{0,80})>/y;
const attributes = /([\w-]+)\s*=\s*"([^"]*)"/g;
const nameElement = /<(name|tool_name|function_name|tool)>\s*([\w.-]{1,120})\s*<\/\1>\s*/y;
const argumentsElement = /<(arguments|parameters|args|input|params)>/y;

function childTags(name: string, outer: string) {
  const tag = name.replace(/[.-]/g, "\\$&");
  const around = outer.replace(/[.-]/g, "\\$&");
  return {
    opener: "<(?<name>[A-Za-z_][\\w.-]{0,80})>",
    own: name,
    closer: `</${tag}\\s*>`,
    outerOpener: `<${around}>`,
    outer: `</${around}\\s*>`,
  };
}

type Children = { fields: Field[]; end: number; ending: "complete" | "open" } | "cut" | undefined;

/** `<key>value</key>` elements up to the closing tag of `outer`; behind a known one others may stand. */
function readChildren(
  sight: Sight,
  from: number,
  outer: string,
  expected: (name: string) => boolean,
): Children {
  const { text } = sight;
  const known = (name: string) => expected(name) || (fields.length > 0 && text.includes(`</${outer}>`, at));
  const fields: Field[] = [];
  let at = skipBlanks(text, from);
  for (;;) {
    if (at >= text.length) return fields.length > 0 ? { fields, end: at, ending: "open" } : "cut";
    const closer = `</${outer}>`;
    if (text.startsWith(closer, at)) return { fields, end: at + closer.length, ending: "complete" };
    const opener = matchAt(child, text, at);
    const name = opener?.[1];
    if (!opener || name === undefined || !known(name)) {
      const rest = text.slice(at);
      return rest.length < 80 && /^<\/?[\w.-]*$/.test(rest) ? "cut" : undefined;
    }
    const isNext = (other: string) =>
      other !== name && expected(other) && !fields.some((one) => one.name === other);
    const value = readXmlValue(sight, opener.index + opener[0].length, childTags(name, outer), isNext);
    if (!value) return "cut";
    fields.push({ name, text: value.text });
    at = skipBlanks(text, value.end);
  }
}

function jsonChild(sight: Sight, name: string, at: number, closer: string): Reading | undefined {
  const reading = readJson(sight.text, at, { fuel: sight.fuel });
  if (reading.ending === "cut") return cut([], sight.text.length);
  if (reading.ending === "broken") return undefined;
  const draft: Draft = { name, arguments: { kind: "value", value: reading.value } };
  if (reading.ending === "open") draft.open = reading.last;
  const end = skipBlanks(sight.text, reading.end);
  return complete([draft], sight.text.startsWith(closer, end) ? end + closer.length : reading.end);
}

function selfClosed(tool: OfferedTool, written: string, end: number): Reading | undefined {
  const fields = [...written.matchAll(attributes)].map((match) => ({
    name: match[1] ?? "",
    text: match[2] ?? "",
  }));
  if (!fields.every((field) => field.name in tool.properties)) return undefined;
  return complete([{ name: tool.name, arguments: { kind: "fields", fields } }], end);
}

/** The tool that a compound name such as `write_to_file` means; a single word is more likely to be HTML. */
function familiar(name: string, tools: Toolbox): OfferedTool | undefined {
  return name.includes("_") ? tools.find(name) : undefined;
}

function isAlias(key: string, tool: OfferedTool): boolean {
  return Object.keys(tool.properties).some((name) => isOtherName(key, name));
}

/** `<read_file><path>a.ts</path></read_file>`: a tag called like an offered tool, with its parameters inside. */
export function readToolTag(sight: Sight, from: number): Reading | undefined {
  const { text, tools } = sight;
  const opener = matchAt(toolOpener, text, from);
  const name = opener?.[1];
  const tool = name === undefined ? undefined : (tools.spelled(name) ?? familiar(name, tools));
  if (!opener || name === undefined || !tool) return undefined;
  const at = from + opener[0].length;
  if (opener[3] === "/") return selfClosed(tool, opener[2] ?? "", at);
  if (opener[2]) return undefined;
  const inner = skipBlanks(text, at);
  if (text[inner] === "{") return jsonChild(sight, name, inner, `</${name}>`);
  const children = readChildren(sight, at, name, (key) => key in tool.properties || isAlias(key, tool));
  if (children === "cut") return cut([], text.length);
  if (!children || (children.fields.length === 0 && tool.required.length > 0)) return undefined;
  const draft: Draft = { name, arguments: { kind: "fields", fields: children.fields } };
  if (children.ending === "open") draft.open = "value";
  return complete([draft], children.end);
}

/** `<name>read</name><arguments>…</arguments>`, inside a wrapper. */
export function readNamedElements(sight: Sight, from: number): Reading | undefined {
  const { text } = sight;
  const opener = matchAt(nameElement, text, skipBlanks(text, from));
  const name = opener?.[2];
  if (!opener || name === undefined) return undefined;
  const at = opener.index + opener[0].length;
  const given = matchAt(argumentsElement, text, at);
  const outer = given?.[1];
  if (!given || outer === undefined)
    return complete([{ name, arguments: { kind: "fields", fields: [] } }], at);
  const inner = skipBlanks(text, given.index + given[0].length);
  if (text[inner] === "{") return jsonChild(sight, name, inner, `</${outer}>`);
  const children = readChildren(sight, inner, outer, () => true);
  if (children === "cut") return cut([], text.length);
  if (!children) return undefined;
  const draft: Draft = { name, arguments: { kind: "fields", fields: children.fields } };
  if (children.ending === "open") draft.open = "value";
  return complete([draft], children.end);
}
