import { boundTo, type TagForm } from "../grammar/compile.ts";
import { namePattern } from "../grammar/template.ts";
import { skipBlanks } from "../json/blanks.ts";
import { isOtherName } from "../names.ts";
import type { CallCandidate, Field } from "./call-candidate.ts";
import { readJsonArguments } from "./json-arguments.ts";
import { closerAt, findCloser, matchAt, type ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type ParseResult } from "./parse-result.ts";
import { readTagValue } from "./tag-value.ts";
import type { OfferedTool, ToolIndex } from "./tool-index.ts";

/** A parameter that is a tag of its own in a family that has another for it. */
const plainTag = new RegExp(`<(${namePattern})>`, "uy");
const attributes = /([\w-]+)\s*=\s*"([^"]*)"/g;
const selfClosing = /<([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,80})((?:\s+[\w-]+\s*=\s*"[^"<>]*")*)\s*\/>/uy;

/** What a model says of a value: JSON, text, or nothing. */
function isJson(declared: string | undefined): boolean | undefined {
  const type = declared?.split("[", 1)[0]?.trim().toLowerCase();
  return type === undefined || type === "" || type === "any"
    ? undefined
    : !/^(?:str(?:ing)?|true)$/.test(type);
}

/** The tool that a tag means: by its spelling, or a compound name such as `write_to_file`; a single word is more likely to be HTML. */
function toolOfTag(name: string, tools: ToolIndex): OfferedTool | undefined {
  return tools.spelled(name) ?? (name.includes("_") ? tools.find(name) : undefined);
}

type FieldReading = { field: Field; end: number } | "cut" | undefined;

function readField(
  context: ParseContext,
  form: TagForm,
  at: number,
  lacks: (name: string) => boolean,
  mayBe: (name: string) => boolean,
): FieldReading {
  const { text } = context;
  const opener = matchAt(form.parameter, text, at);
  const plain = opener || form.ownCloser ? undefined : matchAt(plainTag, text, at);
  const match = opener ?? plain;
  const key = (opener?.groups?.key ?? plain?.[1])?.trim();
  if (!match || key === undefined || key === "") return undefined;
  if ((plain || form.byTool) && !mayBe(key)) return undefined;
  const from = at + match[0].length;
  const literal = form.literal && matchAt(form.literal.open, text, from);
  if (form.literal && literal)
    return readLiteral(context, form, key, from + literal[0].length, form.literal.marks);
  const own: TagForm = plain
    ? {
        ...form,
        opens: "<(?<key>[\\p{L}_][\\w.-]{0,80})>",
        closes: (name) => `</${name.replaceAll(".", "\\.")}\\s*>`,
        ownCloser: true,
      }
    : form;
  const value = readTagValue(context, from, own, key, (name) => name !== key && lacks(name));
  if (!value) return "cut";
  const field: Field = { name: key, text: value.text, unclear: value.unclear };
  if (form.prefix !== "") field.plain = value.text.replaceAll(form.prefix, "");
  const json = isJson(opener?.groups?.type);
  if (json !== undefined) field.json = json;
  return { field, end: value.end };
}

/** A value in a section in which nothing is markup but its end; where that stands in a text, it is split in two. */
function readLiteral(
  { text }: ParseContext,
  form: TagForm,
  key: string,
  from: number,
  [open, close]: readonly [string, string],
): FieldReading {
  const again = open + close.slice(-1);
  const split = close.slice(0, -1) + close + again;
  let end = text.indexOf(close, from);
  while (end >= 0 && text.startsWith(again, end + close.length))
    end = text.indexOf(close, end + close.length);
  if (end < 0) return "cut";
  const raw = text.slice(from, end).replaceAll(split, close);
  const closer = matchAt(new RegExp(`\\s*${form.closes(key)}`, "iuy"), text, end + close.length);
  const field: Field = { name: key, text: raw, json: false };
  if (!closer) field.unclear = `the value of ${key} is closed by ${close} alone`;
  return { field, end: end + close.length + (closer?.[0].length ?? 0) };
}

/** What stands at `at`, behind the parameters of a call, and is neither its end nor words after a call that nothing closes. */
function strangerAt(
  context: ParseContext,
  form: TagForm,
  at: number,
): { what: string; until: number } | undefined {
  const { text } = context;
  if (matchAt(form.ends, text, at) || closerAt(context, at) !== undefined) return undefined;
  const until = findCloser(context, at);
  const between = text.slice(at, until < 0 ? Math.min(text.length, at + 2000) : until);
  if (between.trim() === "" || /^(?:```|[\s}\]);,]|\\n)*$/.test(between)) return undefined;
  const parameter =
    new RegExp(form.opens, "iu").test(between.slice(0, 300)) || context.marks.parameter.test(between);
  if (until < 0 && !parameter) return undefined;
  const opener = context.marks.anyOpen.exec(between.slice(0, 300));
  if (opener && !parameter) return undefined;
  return { what: between.trim().slice(0, 60), until: until < 0 ? text.length : until };
}

/** True if a parameter opens behind the end of a call: it was closed before its last one. */
function parameterBehind(
  { text }: ParseContext,
  form: TagForm,
  at: number,
  lacks: (name: string) => boolean,
): boolean {
  const found = matchAt(form.parameter, text, skipBlanks(text, at));
  if (!found) return false;
  return !form.ownCloser || lacks(found.groups?.key?.trim() ?? "");
}

function selfClosed({ text, tools }: ParseContext, at: number): ParseResult | undefined {
  const match = matchAt(selfClosing, text, at);
  const tool = match?.[1] === undefined ? undefined : toolOfTag(match[1], tools);
  if (!match || !tool) return undefined;
  const fields = [...(match[2] ?? "").matchAll(attributes)].map(([, name = "", value = ""]) => ({
    name,
    text: value,
  }));
  if (!fields.every(({ name }) => name in tool.properties)) return undefined;
  return complete([{ name: tool.name, arguments: { kind: "fields", fields } }], at + match[0].length);
}

/** A call whose parameters stand in tags, as `form` writes it; closing tags may be missing at the end. */
export function readTagged(context: ParseContext, given: TagForm, from: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(given.head, text, from);
  const name = opener?.groups?.name;
  if (!opener || name === undefined) return given.byTool ? selfClosed(context, from) : undefined;
  const tool = given.byTool ? toolOfTag(name, tools) : tools.find(name);
  if (given.byTool && !tool) return undefined;
  const form = given.byTool ? boundTo(given, name) : given;
  let at = from + opener[0].length;
  if (text[at] === "{" && !form.bareHead) return readJsonInTags(context, form, name, at);
  const fields: Field[] = [];
  const isGiven = (key: string) => fields.some((field) => field.name === key);
  const mayBe = (key: string) =>
    tool !== undefined &&
    (key in tool.properties || Object.keys(tool.properties).some((one) => isOtherName(key, one)));
  const lacks = (key: string) => (tool ? mayBe(key) : true) && !isGiven(key);
  const belongs = (key: string) => mayBe(key) || (fields.length > 0 && text.includes(`</${name}>`, at));
  for (;;) {
    const field = readField(context, form, at, lacks, form.byTool ? belongs : lacks);
    if (field === "cut") return cut([], text.length);
    if (!field) break;
    fields.push(field.field);
    at = skipBlanks(text, field.end);
  }
  const rest = text.slice(at, at + 200);
  if (
    text.length - at < 200 &&
    rest !== "" &&
    matchAt(form.begins, text, at) &&
    (!form.ownCloser || /^[^>]*$/.test(rest.slice(1)))
  )
    return cut([], text.length);
  if (fields.length === 0) {
    const ends = matchAt(form.ends, text, at);
    if (form.bareHead || (form.byTool && (!ends || (tool?.required.length ?? 0) > 0))) {
      const partial = at + rest.length >= text.length && /^<\/?[\w:|.=-]*$/.test(rest) && rest !== "";
      return partial && (form.byTool || tools.find(name)) ? cut([], text.length) : undefined;
    }
    if (!ends && at < text.length && text[at] !== "<") return undefined;
    if (!ends && at >= text.length) return cut([], at);
    if (!ends && form.family !== "tags-by-hand" && closerAt(context, at) === undefined) return undefined;
  }
  const candidate: CallCandidate = { name, arguments: { kind: "fields", fields } };
  const stranger = strangerAt(context, form, at);
  if (stranger) {
    if (stranger.until >= text.length && /^<[^<>]*$/.test(stranger.what)) return cut([], text.length);
    return complete([{ name, arguments: { kind: "fields", fields, behind: stranger.what } }], stranger.until);
  }
  const ends = matchAt(form.ends, text, at);
  const end = ends ? at + ends[0].length : at;
  if (!ends && rest !== "" && at + rest.length >= text.length && /^<[^<>]*$/.test(rest)) {
    return rest.startsWith("</")
      ? complete([{ ...candidate, open: "value" }], text.length)
      : cut([], text.length);
  }
  if (!ends && at >= text.length) candidate.open = fields.length > 0 ? "value" : "comma";
  if (parameterBehind(context, form, end, lacks))
    return complete(
      [{ name, arguments: { kind: "fields", fields, behind: text.slice(end, end + 60).trim() } }],
      end,
    );
  return complete([candidate], end);
}

/** Arguments in JSON between a call's own tags. */
function readJsonInTags(
  context: ParseContext,
  form: TagForm,
  name: string,
  at: number,
): ParseResult | undefined {
  if (form.byTool && !toolOfTag(name, context.tools)) return undefined;
  const result = readJsonArguments(context, name, at);
  if (result.ending === "broken") {
    const closer = findCloser(context, at);
    return broken(
      [],
      closer < 0 ? context.text.length : closer,
      result.reason ?? "the arguments are not valid JSON",
    );
  }
  if (result.ending !== "complete") return result;
  const behind = skipBlanks(context.text, result.end);
  const ends = matchAt(form.ends, context.text, behind);
  return ends ? { ...result, end: behind + ends[0].length } : result;
}
