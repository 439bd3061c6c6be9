import { skipBlanks } from "../../json/blanks.ts";
import type { CallCandidate, Field } from "../call-candidate.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { complete, cut, type ParseResult } from "../parse-result.ts";
import { isLacking } from "../values/lacking.ts";
import { readXmlValue, type ValueTags } from "../values/xml-value.ts";
import type { Dialect } from "./dialect.ts";

const nameBefore = /([\w.:-]{1,120})\s*(?:<tool_sep>)?\s*(?=<(?:longcat_)?arg_key>)/y;
const key =
  /<(longcat_)?arg_key>\s*([^<>]{1,120}?)\s*(?:<\/(?:longcat_)?arg_key>|(?=<(?:longcat_)?arg_value>))\s*/y;
const value = /<(?:longcat_)?arg_value>/y;

const tags: ValueTags = {
  opener: "<(?:longcat_)?arg_key>\\s*(?<name>[^<>]{1,120})",
  closer: "</(?:longcat_)?arg_value>",
  outerOpener: "<(?:longcat_)?tool_call>",
  outer: "</(?:longcat_)?tool_call>",
};

/** `name <arg_key>k</arg_key><arg_value>v</arg_value>`, as GLM, LongCat and Hunyuan write it. */
function readKeyValueCall(context: ParseContext, from: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(nameBefore, text, skipBlanks(text, from));
  const name = opener?.[1];
  if (!opener || name === undefined) return undefined;
  const tool = tools.find(name);
  const fields: Field[] = [];
  const unseen = (other: string) =>
    tool ? isLacking(tool, fields, other) : !fields.some((field) => field.name === other);
  let at = opener.index + opener[0].length;
  for (;;) {
    const keyed = matchAt(key, text, at);
    const field = keyed?.[2];
    if (!keyed || field === undefined) break;
    const opened = matchAt(value, text, keyed.index + keyed[0].length);
    if (!opened) return cut([], text.length);
    const read = readXmlValue(
      context,
      opened.index + opened[0].length,
      tags,
      (other) => other !== field && unseen(other),
      field,
    );
    if (!read) return cut([], text.length);
    fields.push({ name: field, text: read.text, unclear: read.unclear });
    at = skipBlanks(text, read.end);
  }
  if (/^<(?:longcat_)?arg_key>[^<>]*(?:<[^<>]*)?$/.test(text.slice(at, at + 200)))
    return cut([], text.length);
  if (/^<\/?[\w]*$/.test(text.slice(at, at + 30)) || text.startsWith("<arg_key>", at)) {
    if (at < text.length && !text.startsWith("</", at)) return cut([], text.length);
  }
  const candidate: CallCandidate = { name, arguments: { kind: "fields", fields } };
  if (at >= text.length) candidate.open = "value";
  return complete([candidate], at);
}

export const keyValueCall: Dialect = {
  name: "keys and values",
  begins: /[A-Za-z_]/,
  marked: readKeyValueCall,
};
