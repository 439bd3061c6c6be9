import { boundTo, type TagForm } from "../grammar/compile.ts";
import { skipBlanks } from "../json/blanks.ts";
import { matchAt } from "../match-at.ts";
import { isOtherName } from "../names.ts";
import { readJsonArguments } from "./json-calls.ts";
import { closerAt, findCloser, type ParseContext } from "./parse-context.ts";
import { broken, complete, cut, type Field, type ParseResult } from "./parse-result.ts";
import { readTagValue } from "./tag-value.ts";

function isJson(declared = ""): boolean | undefined {
  const type = declared.split("[", 1)[0]?.trim().toLowerCase();
  return type === "" || type === "any" ? undefined : !/^(?:str(?:ing)?|true)$/.test(type ?? "");
}

type FieldReading = { field: Field; end: number } | "cut" | undefined;

/** A value in a literal section; a text that contains the section's end is split in two. */
function readLiteral({ text }: ParseContext, form: TagForm, name: string, from: number): FieldReading {
  const [open = "", close = ""] = form.literal?.marks ?? [];
  const again = open + close.slice(-1);
  let end = text.indexOf(close, from);
  while (end >= 0 && text.startsWith(again, end + close.length))
    end = text.indexOf(close, end + close.length);
  if (end < 0) return "cut";
  const raw = text.slice(from, end).replaceAll(close.slice(0, -1) + close + again, close);
  const closer = matchAt(new RegExp(`\\s*${form.closes(name)}`, "iuy"), text, end + close.length);
  const unclear = closer ? undefined : `the value of ${name} is closed by ${close} alone`;
  const field = { name, text: raw, json: false, unclear };
  return { field, end: end + close.length + (closer?.[0].length ?? 0) };
}

/** Text after a call's parameters that is neither its end nor prose after an unclosed call. */
function strangerAt(context: ParseContext, form: TagForm, at: number) {
  const { text, marks } = context;
  if (matchAt(form.ends, text, at) || closerAt(context, at) !== undefined) return undefined;
  const until = findCloser(context, at);
  const between = text.slice(at, until < 0 ? Math.min(text.length, at + 2000) : until);
  if (/^(?:```|[\s}\]);,]|\\n)*$/.test(between)) return undefined;
  const near = between.slice(0, 300);
  const isParameter = new RegExp(form.opens, "iu").test(near) || marks.parameter.test(between);
  if (!isParameter && (until < 0 || marks.anyOpen.test(near))) return undefined;
  return { what: between.trim().slice(0, 60), until: until < 0 ? text.length : until };
}

/** A call with parameters in tags, in the syntax of `form`; closing tags may be missing at the end. */
export function readTagged(context: ParseContext, given: TagForm, from: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(given.head, text, from);
  const name = opener?.groups?.name;
  if (!opener || name === undefined) return undefined;
  const tool = given.byTool ? tools.ofTag(name) : tools.find(name);
  if (given.byTool && !tool) return undefined;
  const form = given.byTool ? boundTo(given, name) : given;
  let at = from + opener[0].length;
  if (text[at] === "{" && !form.bareHead) return readJsonInTags(context, form, name, at);
  const fields: Field[] = [];
  const mayBe = (key: string) =>
    tool !== undefined &&
    (key in tool.properties || Object.keys(tool.properties).some((one) => isOtherName(key, one)));
  const lacks = (key: string) => (!tool || mayBe(key)) && !fields.some((field) => field.name === key);
  const belongs = (key: string) => mayBe(key) || (fields.length > 0 && text.includes(`</${name}>`, at));
  const readField = (): FieldReading => {
    const open = matchAt(form.parameter, text, at);
    const key = open?.groups?.key?.trim() ?? "";
    if (!open || key === "" || (form.byTool && !belongs(key))) return undefined;
    const inner = at + open[0].length;
    const literal = form.literal && matchAt(form.literal.open, text, inner);
    if (literal) return readLiteral(context, form, key, inner + literal[0].length);
    const value = readTagValue(context, inner, form, key, (one) => one !== key && lacks(one));
    if (!value) return "cut";
    const { end, ...written } = value;
    const plain = form.prefix === "" ? {} : { plain: value.text.replaceAll(form.prefix, "") };
    return { field: { name: key, ...written, json: isJson(open.groups?.type), ...plain }, end };
  };
  for (;;) {
    const field = readField();
    if (field === "cut") return cut([], text.length);
    if (!field) break;
    fields.push(field.field);
    at = skipBlanks(text, field.end);
  }
  const call = (behind?: string) => ({ name, arguments: { kind: "fields" as const, fields, behind } });
  /** The rest, if it ends the text and could be the beginning of a tag. */
  const rest = text.length - at < 200 ? text.slice(at) : "";
  const begins = rest !== "" && matchAt(form.begins, text, at) !== undefined;
  if (begins && (!form.ownCloser || /^[^>]*$/.test(rest.slice(1)))) return cut([], text.length);
  const ends = matchAt(form.ends, text, at);
  if (fields.length === 0 && (form.bareHead || (form.byTool && (!ends || tool?.required.length))))
    return undefined;
  if (fields.length === 0 && !ends) {
    if (at >= text.length) return cut([], at);
    if (text[at] !== "<" || (form.family !== "tags-by-hand" && closerAt(context, at) === undefined))
      return undefined;
  }
  const stranger = strangerAt(context, form, at);
  if (stranger && (stranger.until < text.length || !/^<[^<>]*$/.test(stranger.what)))
    return complete([call(stranger.what)], stranger.until);
  if (stranger || (!ends && /^<[^<>]*$/.test(rest)))
    return rest.startsWith("</")
      ? complete([{ ...call(), open: "value" }], text.length)
      : cut([], text.length);
  const end = at + (ends?.[0].length ?? 0);
  if (!ends && at >= text.length) return complete([{ ...call(), open: "value" }], end);
  // A parameter after the end: the call was closed too early.
  const next = matchAt(form.parameter, text, skipBlanks(text, end));
  const isBehind = next && (!form.ownCloser || lacks(next.groups?.key?.trim() ?? ""));
  return complete([call(isBehind ? text.slice(end, end + 60).trim() : undefined)], end);
}

function readJsonInTags(context: ParseContext, form: TagForm, name: string, at: number): ParseResult {
  const { text } = context;
  const result = readJsonArguments(context, name, at);
  if (result.ending === "broken") {
    const closer = findCloser(context, at);
    return broken([], closer < 0 ? text.length : closer, result.reason ?? "the arguments are not valid JSON");
  }
  const behind = skipBlanks(text, result.end);
  const ends = result.ending === "complete" ? matchAt(form.ends, text, behind) : undefined;
  return ends ? { ...result, end: behind + ends[0].length } : result;
}
