import { isOtherName } from "../../arguments/parameter-names.ts";
import { skipBlanks } from "../../json/blanks.ts";
import type { CallCandidate } from "../call-candidate.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, cut, type ParseResult } from "../parse-result.ts";
import type { OfferedTool, ToolIndex } from "../tool-index.ts";
import { readChildren, readJsonChild } from "../values/child-elements.ts";
import type { Dialect } from "./dialect.ts";

const toolOpener = /<([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,80})((?:\s+[\w-]+\s*=\s*"[^"<>]*")*)\s*(\/?)>/uy;
const attributes = /([\w-]+)\s*=\s*"([^"]*)"/g;

function selfClosed(tool: OfferedTool, written: string, end: number): ParseResult | undefined {
  const fields = [...written.matchAll(attributes)].map((match) => ({
    name: match[1] ?? "",
    text: match[2] ?? "",
  }));
  if (!fields.every((field) => field.name in tool.properties)) return undefined;
  return complete([{ name: tool.name, arguments: { kind: "fields", fields } }], end);
}

/** The tool that a compound name such as `write_to_file` means; a single word is more likely to be HTML. */
function familiar(name: string, tools: ToolIndex): OfferedTool | undefined {
  return name.includes("_") ? tools.find(name) : undefined;
}

function isAlias(key: string, tool: OfferedTool): boolean {
  return Object.keys(tool.properties).some((name) => isOtherName(key, name));
}

/** `<read_file><path>a.ts</path></read_file>`: a tag called like an offered tool, with its parameters inside. */
function readToolTag(context: ParseContext, from: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(toolOpener, text, from);
  const name = opener?.[1];
  const tool = name === undefined ? undefined : (tools.spelled(name) ?? familiar(name, tools));
  if (!opener || name === undefined || !tool) return undefined;
  const at = from + opener[0].length;
  if (opener[3] === "/") return selfClosed(tool, opener[2] ?? "", at);
  if (opener[2]) return undefined;
  const inner = skipBlanks(text, at);
  if (text[inner] === "{") return readJsonChild(context, name, inner, `</${name}>`);
  const children = readChildren(
    context,
    at,
    name,
    (key) => key in tool.properties || isAlias(key, tool),
    Object.keys(tool.properties),
  );
  if (children === "cut") return cut([], text.length);
  if (!children || (children.fields.length === 0 && tool.required.length > 0)) return undefined;
  const candidate: CallCandidate = { name, arguments: { kind: "fields", fields: children.fields } };
  if (children.ending === "open") candidate.open = "value";
  return complete([candidate], children.end);
}

export const toolTag: Dialect = { name: "tool tag", begins: /</, alone: readToolTag, marked: readToolTag };
