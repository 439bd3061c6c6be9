import { skipBlanks } from "../json/blanks.ts";
import { readJson } from "../json/read-json.ts";
import { matchAt } from "../match-at.ts";
import { readJsonCalls } from "../readers/json-calls.ts";
import { readPlainNamed } from "../readers/named-call.ts";
import { contextFor, type ParseContext } from "../readers/parse-context.ts";
import type { ParseResult } from "../readers/parse-result.ts";
import { readPythonCalls } from "../readers/python-call.ts";
import { readReact } from "../readers/react.ts";
import { atLineStart, type Fence, isQuoted, QuotedLines, readFence, skipCodeSpan } from "./protected-text.ts";
import { readMark, readMarkedBody } from "./read-mark.ts";

/** Unmarked or fenced calls of a reply. */
export type UnmarkedBlock = {
  reading: ParseResult;
  start: number;
  end: number;
  /** The text for the user, if the whole message was one JSON object. */
  text?: string | undefined;
  /** On a line with other text, or in a program's fence: a call with effects may not be intended there. */
  inLine?: boolean;
  /** The text before line-based calls, without what belongs only to them. */
  before?: string;
};

const programs =
  /^(?:python|py|javascript|js|typescript|ts|bash|sh|shell|console|diff|patch|markdown|md|html|yaml|yml)$/;
/** Where a scan stops: code, and starts of JSON, a Python list or ReAct at a line's start. */
const stops = /`|~(?=~~)|[[{]/g;
/** The start of a JSON call. */
const begins =
  /[[{]\s{0,20}(?:[[{]\s{0,20})?["'“]?(?:name|tool\w{0,10}|function\w{0,10}|action|type|id|index|arguments|parameters|args|recipient_name|api|content|thought|reasoning|call_id)["'”]?\s{0,10}[:：]/y;
/** The start of a bracket worth parsing: an object, a list of objects, a list of Python calls. */
const mayBegin = /\{|\[[\s\u200b]*\{|\[\s{0,20}[\p{L}_][\p{L}\p{N}_.]{0,80}\s{0,10}\(/uy;
const tableOrDiff = /[ \t]*[|+]/y;

/** The text before a call, without labels that only announce one. */
export function withoutLabel(before: string, { label }: ParseContext["marks"]): string {
  const spoken = before.trimEnd();
  const tail = spoken.slice(-80);
  const at = label.exec(tail)?.index;
  return at === undefined ? spoken : spoken.slice(0, spoken.length - tail.length + at).trimEnd();
}

const consumed = (text: string, reading: ParseResult | undefined): boolean =>
  reading?.ending === "complete" && skipBlanks(text, reading.end) >= text.length;

/** The calls that fill a fence. A program is not a call, whatever it calls; marks in a fence count if `marked`. */
function readFenceBody(context: ParseContext, fence: Fence, marked: boolean): ParseResult | undefined {
  const body = contextFor(context.text.slice(fence.bodyStart, fence.bodyEnd).trim(), context);
  const { language, closed } = fence;
  const { fences } = context.marks;
  const whole = (reading: ParseResult | undefined) =>
    consumed(body.text, reading) || (reading?.ending === "cut" && !closed) ? reading : undefined;
  if (fences.python.test(language) || (language === "" && body.text.startsWith("["))) {
    const found = whole(readPythonCalls(body, 0, true));
    if (found) return found;
  }
  if ((marked || fences.json.test(language)) && /^[{[]/.test(body.text)) {
    const found = readJsonCalls(body, 0, false);
    return found?.ending === "broken" ? found : whole(found);
  }
  if (!marked || programs.test(language)) return undefined;
  return whole(readMark(body, 0) ?? (/^[<[]/.test(body.text) ? readMarkedBody(body, 0) : undefined));
}

/** The content at a position, up to `end`, and its calls. */
type Found = Partial<Omit<UnmarkedBlock, "reading">> & { end: number; reading?: ParseResult | undefined };

type Effects = { known: boolean; read: (calls: ParseResult["candidates"]) => boolean };

/** The unmarked calls in order, or the whole message. If effects are known, also after text on a line, and marked ones in a fence. */
export function unmarkedBlocks(context: ParseContext, { known: inline, read }: Effects): UnmarkedBlock[] {
  const lines = new QuotedLines();
  const { text, fuel, marks } = context;
  const blocks: UnmarkedBlock[] = [];
  for (stops.lastIndex = 0; fuel.left > 0 && stops.test(text); ) {
    const at = stops.lastIndex - 1;
    const char = text[at];
    // A code span, of which a text may have many: the text before it does not matter.
    if (char === "`" && !text.startsWith("```", at)) {
      stops.lastIndex = skipCodeSpan(text, at);
      continue;
    }
    const isBracket = char === "{" || char === "[";
    if (isBracket && (/[^\s:：。.!?*]/.test(text[at - 1] ?? " ") || !matchAt(mayBegin, text, at))) continue;
    const near = text.slice(Math.max(0, at - 200), at);
    const line = near.slice(near.lastIndexOf("\n") + 1);
    const announced = line.length < 80 && marks.label.test(line);
    const ownLine = announced || line.trim() === "";
    const quote = lines.at(text, at);
    const isShown = isBracket && (quote === "begun" || matchAt(tableOrDiff, text, lines.start) !== undefined);
    const { reading, ...found } = isBracket
      ? readBare(context, at, ownLine, inline)
      : readCode(context, at, announced, inline);
    if (isShown && !read(reading?.candidates ?? [])) {
      fuel.left -= 60;
      if (reading?.ending === "complete") stops.lastIndex = found.end;
      continue;
    }
    lines.skip(text, found.end);
    const start = ownLine ? at - line.length : at;
    const inLine = isBracket && (!ownLine || quote !== undefined);
    if (reading) blocks.push({ reading, start, inLine, ...found });
    // No useful reply has a bracket without content every fifteen characters.
    else if (found.end <= at) fuel.left -= 60;
    stops.lastIndex = Math.max(at + 1, found.end);
  }
  const alone = blocks.length === 0 ? (linesBlock(context) ?? wholeMessage(context)) : undefined;
  return alone ? [alone] : blocks;
}

/** The end of the code at `at`, and the calls of a fence with nothing else in it. */
function readCode(context: ParseContext, at: number, announced: boolean, inline: boolean): Found {
  const { text, marks } = context;
  const fence = atLineStart(text, at) || announced ? readFence(text, at) : undefined;
  if (!fence) return { end: text[at] === "`" ? skipCodeSpan(text, at) : at + 3 };
  const { language, end } = fence;
  if (fence.bodyEnd - fence.bodyStart < 2) return { end };
  const alone = text.slice(0, at).trim() === "" && text.slice(end).trim() === "";
  const { python, json } = marks.fences;
  const inLine = programs.test(language) && !python.test(language) && !json.test(language);
  return { end, reading: readFenceBody(context, fence, inline || alone), inLine };
}

/** The JSON or the list of Python calls at `at`. The content of a complete JSON object that is not a call is data. */
function readBare(context: ParseContext, at: number, ownLine: boolean, inline: boolean): Found {
  const { text, fuel } = context;
  if (ownLine || (inline && /[\s:：。.!?]/.test(text[at - 1] ?? "\n"))) {
    const json = ownLine || matchAt(begins, text, at) ? readJsonCalls(context, at, false) : undefined;
    if (json && !(json.ending === "complete" && isQuoted(text, at, json.end)))
      return { reading: json, end: json.end, text: json.text };
    const python = ownLine && text[at] === "[" ? readPythonCalls(context, at, true) : undefined;
    if (python && python.ending !== "broken") return { reading: python, end: python.end };
  }
  const data =
    inline && /^\{\s{0,20}"/.test(text.slice(at, at + 24)) ? readJson(text, at, { fuel }) : undefined;
  return { end: data?.strict ? data.end : at };
}

/** `name(key="…")` or `name` and JSON as the whole message. */
function wholeMessage(context: ParseContext): UnmarkedBlock | undefined {
  const whole = contextFor(context.text.trim(), context);
  const { text } = whole;
  const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]{0,120}/u.exec(text)?.[0];
  if (name === undefined || !context.tools.spelled(name)) return undefined;
  const python = readPythonCalls(whole, 0, true);
  const isNamed = !python?.candidates.some((candidate) => candidate.arguments.kind === "positional");
  for (const reading of [isNamed ? python : undefined, readPlainNamed(whole, 0)])
    if (reading && (consumed(text, reading) || (reading.ending === "cut" && reading.candidates.length === 0)))
      return { reading, start: 0, end: context.text.length, text: "" };
  return undefined;
}

/** Calls as `Action:` and `Action Input:` that end the message. */
function linesBlock(context: ParseContext): UnmarkedBlock | undefined {
  for (const form of context.marks.lines) {
    const reading = readReact(context, form);
    if (!reading || reading.ending === "broken") continue;
    const before = context.text.slice(0, reading.start).replace(form.thoughts, "");
    return { reading, start: reading.start, end: reading.end, before };
  }
  return undefined;
}
