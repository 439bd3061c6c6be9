import { skipBlanks } from "../../json/blanks.ts";
import { readJson } from "../../json/read-json.ts";
import type { CallCandidate, Field } from "../call-candidate.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import type { OfferedTool } from "../tool-index.ts";
import { strangerBehind } from "../values/behind-parameters.ts";
import { isLacking, isPartOfLacking } from "../values/lacking.ts";
import { lostSection, readSection } from "../values/literal-section.ts";
import { closedEarly, memberBehind } from "../values/member-behind.ts";
import { endOfNested, nestedCall } from "../values/nested-call.ts";
import type { OwnMarks } from "../values/own-marks.ts";
import { readXmlValue, tagPrefix, type ValueTags } from "../values/xml-value.ts";
import type { Dialect } from "./dialect.ts";

const callOpener = new RegExp(
  `<${tagPrefix}(?:function|invoke|tool|call)\\s*(?:=\\s*|\\s(?:[\\w-]+\\s*=\\s*"[^"<>]{0,80}"\\s+)?name\\s*=\\s*)["']?([^\\s"'<>={}(),\\[\\]]{1,120})["']?([^<>{}]{0,80}>)?`,
  "y",
);
const attribute = `(?:\\s*=\\s*|\\s+(?:name|key)\\s*=\\s*)["']?`;
const parameterTag = `<${tagPrefix}(?:parameter|param|arg|argument)`;
const parameterOpener = new RegExp(
  `${parameterTag}${attribute}([^"'<>=]{1,120}?)["']?((?:\\s+[\\w-]+\\s*=\\s*"[^"<>]*")*)\\s*>`,
  "y",
);
const plainOpener = /<([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,80})>/uy;
/** What begins and ends calls. */
const edges = new RegExp(`(<${tagPrefix}(?:function|invoke)[\\s=])|</${tagPrefix}(?:function|invoke)>`, "g");
const vendor = new RegExp(`^<(${tagPrefix})`);
const callCloser = new RegExp(`</?${tagPrefix}(?:function|invoke|tool|call)>`, "y");
const outerCloser = `</${tagPrefix}(?:function|invoke|tool|call|tool_calls?|function_calls?)\\s*>`;
/** What closes the tags around a call. */
const aroundCall = /[_-]?(?:tool|function)[_-]?calls?\s*>$/;

const callTags = ["function", "invoke", "tool_call", "tool_calls", "function_calls"];
/** What stands around calls whose own tags have no vendor. */
const vendorTags = ["minimax:tool_call", "seed:tool_call"];

/** The marks of a family, from one opening tag of it: `before` and `behind` are what stands around its name. */
function marksLike(before: string, behind: string, tag: string): OwnMarks {
  const space = before.slice(1, Math.max(1, before.indexOf(tag)));
  const callOpeners = before.includes("name=") ? `<${space}invoke name="` : `<${space}function=`;
  const wrappers = space === "" ? [...callTags, ...vendorTags] : callTags.map((name) => space + name);
  const around = wrappers.flatMap((name) => [`<${name}>`, `</${name}>`]);
  // DSML says of each value whether it is a string.
  const other = behind.includes('"true"')
    ? behind.replace('"true"', '"false"')
    : behind.replace('"false"', '"true"');
  const named: [string, string][] = [[before, behind]];
  if (other !== behind) named.push([before, other]);
  return { fixed: [`</${space}${tag}>`, callOpeners, ...around], named };
}

/** A reply has a few kinds of tags, and thousands of each at most. */
const knownTags = new Map<string, ValueTags>();
const maximumKnown = 60;

/** The tags around the value of a parameter, from what stands around the name in its opening tag. */
function tagsOf(before: string, behind: string, tag: string): ValueTags {
  const key = `${before}\n${behind}\n${tag}`;
  const known = knownTags.get(key);
  if (known) return known;
  const tags = parameterValue(tag, marksLike(before, behind, tag));
  if (knownTags.size >= maximumKnown) knownTags.clear();
  knownTags.set(key, tags);
  return tags;
}

function parameterValue(tag: string, marks: OwnMarks): ValueTags {
  return {
    marks,
    opener: `<${tagPrefix}${tag}${attribute}(?<name>[^"'<>=]{1,120}?)["']?(?:\\s[^<>]{0,80})?>`,
    closer: `</${tagPrefix}${tag}\\s*>`,
    outerOpener: `<${tagPrefix}(?:function\\s*=|invoke\\s|tool_call>|function\\sname)`,
    outer: outerCloser,
    around: aroundCall,
  };
}

function plainValue(name: string): ValueTags {
  const tag = name.replaceAll(".", "\\.");
  const around = callTags.flatMap((one) => [`<${one}>`, `</${one}>`]);
  return {
    marks: {
      fixed: [`<${name}>`, `</${name}>`, '<invoke name="', "]<]minimax[>[", ...around],
      named: [
        ["<", ">"],
        ["</", ">"],
      ],
    },
    opener: `<(?<name>${tag})>`,
    closer: `</${tag}\\s*>`,
    outerOpener: "<(?:function\\s*=|invoke\\s)",
    outer: outerCloser,
    around: aroundCall,
  };
}

/** Whatever else a call has: the text after its opener is JSON. */
function readJsonBody(context: ParseContext, name: string, at: number): ParseResult {
  const reading = readJson(context.text, at, { fuel: context.fuel, keys: context.tools.keysOf(name) });
  if (reading.ending === "cut") {
    const closer = context.text.indexOf("</function>", at);
    return closer < 0 ? cut([], reading.end) : broken([], closer + 11, "the arguments are not valid JSON");
  }
  const candidate: CallCandidate = { name, arguments: { kind: "value", value: reading.value } };
  if (reading.ending === "broken") {
    const closer = context.text.indexOf("</", at);
    return broken([], closer < 0 ? context.text.length : closer, "the arguments are not valid JSON");
  }
  if (memberBehind(context.text, reading.end)) return broken([], reading.end, closedEarly);
  if (reading.ending === "open") candidate.open = reading.last;
  return complete([candidate], afterCloser(context.text, reading.end));
}

function afterCloser(text: string, at: number): number {
  const closer = matchAt(callCloser, text, skipBlanks(text, at));
  return closer ? closer.index + closer[0].length : at;
}

/** What stands before the name of a tag. */
function vendorOf(tag: string): string {
  return vendor.exec(tag)?.[1]?.replaceAll(/\s/g, "") ?? "";
}

/** Why an opening tag is not whole: a quote of it is gone, or its name is a part of another. */
function tornName(
  opener: string,
  callOpener: string,
  name: string,
  tool: OfferedTool | undefined,
  known: (name: string) => boolean,
): string | undefined {
  if (opener.split('"').length % 2 === 0) return `the tag of ${name} lacks a quote`;
  const isNamed = /^<[^<>=\s]{1,30}\s/.test(callOpener);
  if (vendorOf(opener) !== vendorOf(callOpener) || (isNamed && /^<[^<>=\s]{1,30}=/.test(opener)))
    return `the tag of ${name} is another family's`;
  if (/\w\s{0,5}="/.test(opener) && !/(?:name|key)\s*=/.test(opener) && /name\s*=/.test(callOpener))
    return `the tag of ${name} lacks its attribute`;
  if (!opener.includes('"') && /name\s*=/.test(opener) && /name\s*=\s*"/.test(callOpener))
    return `the tag of ${name} lacks its quotes`;
  // DSML says of each value whether it is a string.
  if (/^<[|｜]/.test(opener) && !/\sstring\s*=/.test(opener))
    return `the tag of ${name} lacks its second half`;
  return tool && isPartOfLacking(tool, name, known)
    ? `${name} is no parameter, and a part of the name of one`
    : undefined;
}

function readField(
  context: ParseContext,
  at: number,
  known: (name: string) => boolean,
  tool: OfferedTool | undefined,
  callOpener: string,
): { field: Field; end: number } | "cut" | undefined {
  const opener = matchAt(parameterOpener, context.text, at);
  const plain = opener ? undefined : matchAt(plainOpener, context.text, at);
  const match = opener ?? plain;
  const name = match?.[1]?.trim();
  if (!match || name === undefined || (plain && !known(name))) return undefined;
  const tag = opener ? (/(parameter|param|argument|arg)[\s=]/.exec(opener[0])?.[1] ?? "parameter") : name;
  const literal = tag === "param" ? readSection(context.text, at + match[0].length, name) : undefined;
  const unclear = opener ? tornName(opener[0], callOpener, name, tool, known) : undefined;
  if (literal === "cut") return literal;
  if (literal) return { ...literal, field: { ...literal.field, unclear: unclear ?? literal.field.unclear } };
  const named = opener ? opener[0].indexOf(name, opener[0].search(/[=]/)) : 0;
  const [before = "", behind = ""] = opener
    ? [opener[0].slice(0, named), opener[0].slice(named + name.length)]
    : [];
  const tags = opener
    ? tagsOf(before.replace(/\s*=\s*/g, "=").replace(/\s+/g, " "), behind, tag)
    : plainValue(name);
  const value = readXmlValue(
    context,
    at + match[0].length,
    tags,
    (other) => other !== name && known(other),
    name,
    Object.keys(tool?.properties ?? {}).filter((other) => other !== name && known(other)),
  );
  if (!value) return "cut";
  const declared = /\bstring\s*=\s*"(true|false)"/.exec(opener?.[2] ?? "")?.[1];
  const field: Field = { name, text: value.text, unclear: unclear ?? value.unclear };
  if (tag === "param") field.unclear ??= lostSection(context.text, value, name);
  if (declared !== undefined) field.json = declared === "false";
  return { field, end: value.end };
}

/** `<function=name><parameter=key>value</parameter></function>` and `<invoke name="…">`, closers optional. */
export function readTaggedCall(context: ParseContext, from: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(callOpener, text, from);
  const name = opener?.[1];
  if (!opener || name === undefined) return undefined;
  let at = skipBlanks(text, from + opener[0].length);
  if (opener[2] === undefined && text[at] !== "{") return at >= text.length ? cut([], at) : undefined;
  if (opener[0].split('"').length % 2 === 0)
    return complete([{ name, arguments: { kind: "fields", fields: [], behind: opener[0] } }], at);
  if (opener[2]?.endsWith("/>")) return complete([{ name, arguments: { kind: "fields", fields: [] } }], at);
  if (text[at] === "{") return readJsonBody(context, name, at);
  const tool = tools.find(name);
  const fields: Field[] = [];
  const known = (key: string) =>
    tool ? isLacking(tool, fields, key) : !fields.some((field) => field.name === key);
  for (;;) {
    const field = readField(context, at, known, tool, opener[0]);
    if (field === "cut") return cut([], text.length);
    if (!field) break;
    fields.push(field.field);
    at = skipBlanks(text, field.end);
  }
  if (at < text.length && text[at] !== "<" && fields.length === 0) return undefined;
  if (fields.length === 0 && matchAt(callOpener, text, at))
    return broken([], endOfNested(text, at, edges), nestedCall);
  const stranger = strangerBehind(context, at);
  const candidate: CallCandidate = { name, arguments: { kind: "fields", fields, behind: stranger?.what } };
  const end = afterCloser(text, stranger?.until ?? at);
  if (stranger) return complete([candidate], end);
  const rest = text.slice(end);
  if (end === at && rest.length < 200 && /^<\/?[^<>]*$/.test(rest) && rest !== "") {
    return rest.startsWith("</")
      ? complete([{ ...candidate, open: "value" }], text.length)
      : cut([], text.length);
  }
  if (end === at && at >= text.length) candidate.open = fields.length > 0 ? "value" : "comma";
  return complete([candidate], end);
}

export const taggedCall: Dialect = {
  name: "tagged",
  begins: /</,
  alone: readTaggedCall,
  marked: readTaggedCall,
};
