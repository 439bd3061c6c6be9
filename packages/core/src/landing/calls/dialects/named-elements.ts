import { skipBlanks } from "../../json/blanks.ts";
import type { CallCandidate } from "../call-candidate.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, cut, type ParseResult } from "../parse-result.ts";
import { readChildren, readJsonChild } from "../values/child-elements.ts";
import type { Dialect } from "./dialect.ts";

const nameElement = /<(name|tool_name|function_name|tool)>\s*([\p{L}\p{M}\p{N}_.-]{1,120})\s*<\/\1>\s*/uy;
const argumentsElement = /<(arguments|parameters|args|input|params)>/y;

/** `<name>read</name><arguments>…</arguments>`, inside a wrapper. */
function readNamedElements(context: ParseContext, from: number): ParseResult | undefined {
  const { text } = context;
  const opener = matchAt(nameElement, text, skipBlanks(text, from));
  const name = opener?.[2];
  if (!opener || name === undefined) return undefined;
  const at = opener.index + opener[0].length;
  const given = matchAt(argumentsElement, text, at);
  const outer = given?.[1];
  if (!given || outer === undefined)
    return complete([{ name, arguments: { kind: "fields", fields: [] } }], at);
  const inner = skipBlanks(text, given.index + given[0].length);
  if (text[inner] === "{") return readJsonChild(context, name, inner, `</${outer}>`);
  const children = readChildren(
    context,
    inner,
    outer,
    () => true,
    Object.keys(context.tools.find(name)?.properties ?? {}),
  );
  if (children === "cut") return cut([], text.length);
  if (!children) return undefined;
  const candidate: CallCandidate = { name, arguments: { kind: "fields", fields: children.fields } };
  if (children.ending === "open") candidate.open = "value";
  return complete([candidate], children.end);
}

export const namedElements: Dialect = { name: "named elements", begins: /</, marked: readNamedElements };
