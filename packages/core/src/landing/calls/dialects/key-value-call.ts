import { skipBlanks } from "../../json/blanks.ts";
import type { CallCandidate, Field } from "../call-candidate.ts";
import { nameStart } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import { strangerBehind } from "../values/behind-parameters.ts";
import { isLacking, isPartOfLacking } from "../values/lacking.ts";
import { readXmlValue, type ValueTags } from "../values/xml-value.ts";
import type { Dialect } from "./dialect.ts";

/** LongCat and K2 Horizon write a vendor before their tags, Hunyuan 3 and 4 a suffix behind them. */
const before = "(?:longcat_|ifm\\|)?";
const behind = "(?::[\\w.-]{1,24})?>";
const wrapper = "(?:(?:longcat|iquest|iquestcoder)_|ifm\\|)?tool_call";

const nameBefore = new RegExp(
  `([\\p{L}_][\\p{L}\\p{M}\\p{N}_.:-]{0,119}?)\\s*(?:<tool_sep${behind})?\\s*(?=<${before}arg_key${behind})`,
  "uy",
);
const key = new RegExp(
  `<${before}arg_key${behind}\\s*([^<>]{1,120}?)\\s*(?:</${before}arg_key${behind}|(?=<${before}arg_(?:value|type)${behind}))\\s*`,
  "y",
);
const declaredType = new RegExp(
  `<${before}arg_type${behind}\\s*([^<>]{0,80}?)\\s*</${before}arg_type${behind}\\s*`,
  "y",
);
const value = new RegExp(`<${before}arg_value${behind}`, "y");
const valueEnd = /<\/[\w|]*arg_value[^<>]*>$/;
const nextKey = new RegExp(`^<${before}arg_key${behind}[^<>]*(?:<[^<>]*)?$`);

/** Its own tags in a value, where they belong to no whole call. */
const ownTag = /<\/?[\w|]{0,20}arg_(?:key|value)/;
const wholeCall = /<([\w|]{0,20}tool_call)(?::[\w.-]{1,24})?>(?:(?!<\/?\1)[\s\S])*<\/\1/g;

/** The tags of a family, from its tag before a value. */
function tagsLike(opener: string): ValueTags {
  const [vendor = "", suffix = ""] = opener.slice(1, -1).split("arg_value");
  const pair = (name: string) => [`<${name}${suffix}>`, `</${name}${suffix}>`];
  const fixed = [`${vendor}arg_value`, `${vendor}tool_call`].flatMap(pair);
  const [keyOpener = "", keyCloser = ""] = pair(`${vendor}arg_key`);
  return { ...tags, marks: { fixed, named: [[keyOpener, keyCloser]] } };
}

const tags = {
  opener: `<${before}arg_key${behind}\\s*(?<name>[^<>]{1,120})`,
  closer: `</${before}arg_value${behind}`,
  outerOpener: `<${wrapper}${behind}`,
  outer: `</${wrapper}${behind}`,
};

/** The vendor and the suffix of the tag before a key or a value. */
function familyOf(tag: string): string {
  const [, vendor, suffix] = /<\/?([\w|]*?)arg_(?:key|value)([^<>]*)>$/.exec(tag.trimEnd()) ?? [];
  return `${vendor} ${suffix}`;
}

/** What a declared type says about a value: JSON, text, or nothing. */
function isJson(declared: string | undefined): boolean | undefined {
  const type = declared?.split("[", 1)[0]?.trim().toLowerCase();
  return type === undefined || type === "" || type === "any" ? undefined : !/^str(?:ing)?$/.test(type);
}

/** `name <arg_key>k</arg_key><arg_value>v</arg_value>`, as GLM, LongCat and Hunyuan write it. */
function readKeyValueCall(context: ParseContext, from: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(nameBefore, text, skipBlanks(text, from));
  const name = opener?.[1];
  if (!opener || name === undefined) return undefined;
  const tool = tools.find(name);
  const fields: Field[] = [];
  /** That of the call's first tag. */
  let family: string | undefined;
  const unseen = (other: string) =>
    tool ? isLacking(tool, fields, other) : !fields.some((field) => field.name === other);
  let at = opener.index + opener[0].length;
  for (;;) {
    const keyed = matchAt(key, text, at);
    const field = keyed?.[1];
    if (!keyed || field === undefined) break;
    const after = keyed.index + keyed[0].length;
    const typed = matchAt(declaredType, text, after);
    const opened = matchAt(value, text, after + (typed?.[0].length ?? 0));
    if (!opened) {
      const torn = strangerBehind(context, at);
      return torn && torn.until < text.length
        ? broken([], torn.until, "a parameter's tag is damaged")
        : cut([], text.length);
    }
    const read = readXmlValue(
      context,
      opened.index + opened[0].length,
      tagsLike(opened[0]),
      (other) => other !== field && unseen(other),
      field,
      Object.keys(tool?.properties ?? {}).filter((other) => other !== field && unseen(other)),
    );
    if (!read) return cut([], text.length);
    const torn = ownTag.test(read.text) && ownTag.test(read.text.replace(wholeCall, ""));
    family ??= familyOf(keyed[0]);
    const closed = valueEnd.exec(text.slice(Math.max(0, read.end - 60), read.end))?.[0] ?? opened[0];
    const isOther = [keyed[0], opened[0], closed].some((tag) => familyOf(tag) !== family);
    const torntag = isOther ? `the tags of ${field} are not of one family` : undefined;
    const part = tool && isPartOfLacking(tool, field, unseen) ? `${field} is a part of a name` : undefined;
    const unclear =
      torntag ?? part ?? read.unclear ?? (torn ? `the value of ${field} holds another's tags` : undefined);
    fields.push({ name: field, text: read.text, unclear, json: isJson(typed?.[1]) });
    at = skipBlanks(text, read.end);
  }
  if (nextKey.test(text.slice(at, at + 200))) return cut([], text.length);
  if (/^<\/?[\w]*$/.test(text.slice(at, at + 30)) || text.startsWith("<arg_key>", at)) {
    if (at < text.length && !text.startsWith("</", at)) return cut([], text.length);
  }
  const stranger = strangerBehind(context, at, true);
  const candidate: CallCandidate = { name, arguments: { kind: "fields", fields, behind: stranger?.what } };
  if (stranger) return complete([candidate], stranger.until);
  if (at >= text.length) candidate.open = "value";
  return complete([candidate], at);
}

export const keyValueCall: Dialect = {
  name: "keys and values",
  begins: nameStart,
  marked: readKeyValueCall,
};
