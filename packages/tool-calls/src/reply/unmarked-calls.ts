import { skipBlanks } from "../json/blanks.ts";
import { readJson } from "../json/read-json.ts";
import { readJsonCalls } from "../readers/json-calls.ts";
import { readPlainNamed } from "../readers/named-call.ts";
import { contextFor, matchAt, type ParseContext } from "../readers/parse-context.ts";
import type { ParseResult } from "../readers/parse-result.ts";
import { readPythonCalls } from "../readers/python-call.ts";
import { readReact } from "../readers/react.ts";
import { atLineStart, type Fence, isQuoted, readFence, skipCodeSpan } from "./protected-text.ts";
import { readMark, readMarkedBody } from "./read-mark.ts";

/** Calls without marks, or in a fence, as they stand in a reply. `text`: what people are told beside them, where the whole message was one JSON object; `inLine`: words stand before them in their line. */
export type UnmarkedBlock = {
  reading: ParseResult;
  start: number;
  end: number;
  text?: string;
  inLine?: boolean;
};

const programs =
  /^(?:python|py|javascript|js|typescript|ts|bash|sh|shell|console|diff|patch|markdown|md|html|yaml|yml)$/;
/** Where a walk stops: code, and what JSON, a list of Python or ReAct may begin with at a line's start. */
const stops = /`|~~~|[[{]/g;
/** What a call in JSON begins with. */
const begins =
  /[[{]\s{0,20}(?:[[{]\s{0,20})?["'“]?(?:name|tool\w{0,10}|function\w{0,10}|action|type|id|index|arguments|parameters|args|recipient_name|api|content|thought|reasoning|call_id)["'”]?\s{0,10}[:：]/y;
const listOfPython = /\[\s{0,20}[\p{L}_][\p{L}\p{N}_.]{0,80}\s{0,10}\(/uy;
const quotedLine = /^[ \t]*[>|+]/;
/** The words before a call, without what only announces one. */
export function withoutLabel(before: string, { label }: ParseContext["marks"]): string {
  const spoken = before.trimEnd();
  const at = label.exec(spoken.slice(-80))?.index;
  return at === undefined ? spoken : spoken.slice(0, Math.max(0, spoken.length - 80) + at).trimEnd();
}

function consumed(text: string, reading: ParseResult | undefined): boolean {
  return reading?.ending === "complete" && skipBlanks(text, reading.end) >= text.length;
}

/** The calls that fill a fence. A program is none, whatever it calls; marks in a fence count where `marked`. */
function readFenceBody(context: ParseContext, fence: Fence, marked: boolean): ParseResult | undefined {
  const body = contextFor(context.text.slice(fence.bodyStart, fence.bodyEnd).trim(), context);
  const first = body.text[0] ?? "";
  const whole = (reading: ParseResult | undefined) =>
    consumed(body.text, reading) ||
    (reading?.ending === "cut" && !fence.closed) ||
    reading?.ending === "broken"
      ? reading
      : undefined;
  const { fences } = context.marks;
  if (fences.python.test(fence.language) || (first === "[" && fence.language === "")) {
    const python = readPythonCalls(body, 0, true);
    const found = python?.ending === "broken" ? undefined : whole(python);
    if (found) return found;
  }
  if (fences.json.test(fence.language) && (first === "{" || first === "["))
    return whole(readJsonCalls(body, 0, false));
  if (!marked || programs.test(fence.language)) return undefined;
  const found = readMark(body, 0) ?? (/^[<[]/.test(body.text) ? readMarkedBody(body, 0) : undefined);
  return found?.ending === "broken" ? undefined : whole(found);
}

/** Every block of calls without marks, first to last. `inline`: also behind words in a line, and marked ones in a fence. */
export function unmarkedBlocks(context: ParseContext, inline: boolean): UnmarkedBlock[] {
  const { text, fuel, marks } = context;
  const found: UnmarkedBlock[] = [];
  const announces = (line: string) => line.trim() === "" || marks.label.test(line);
  stops.lastIndex = 0;
  for (let match = stops.exec(text); match && fuel.left > 0; match = stops.exec(text)) {
    const at = match.index;
    if ((match[0] === "{" || match[0] === "[") && /[^\s:：。.!?*]/.test(text[at - 1] ?? " ")) continue;
    const near = text.slice(Math.max(0, at - 200), at);
    const line = near.slice(near.lastIndexOf("\n") + 1);
    if (match[0] !== "{" && match[0] !== "[") {
      stops.lastIndex = Math.max(at + 1, code(context, at, line, inline, found));
      continue;
    }
    const block = quotedLine.test(line) ? undefined : bareBlock(context, at, announces(line), inline);
    if (block)
      found.push(announces(line) ? { ...block, start: at - line.length } : { ...block, inLine: true });
    const end = block?.end ?? (inline && match[0] === "{" ? endOfObject(context, at) : at);
    stops.lastIndex = Math.max(at + 1, end);
  }
  return found;
}

/** Where a whole object of JSON ends that is no call: what stands in it is data. */
function endOfObject({ text, fuel }: ParseContext, at: number): number {
  if (!/^\{\s{0,20}"/.test(text.slice(at, at + 24))) return at;
  const reading = readJson(text, at, { fuel });
  return reading.strict ? reading.end : at;
}

/** Steps over code at `at`; a fence that holds nothing but calls is a block. */
function code(
  context: ParseContext,
  at: number,
  line: string,
  inline: boolean,
  found: UnmarkedBlock[],
): number {
  const { text } = context;
  const announced = context.marks.label.test(line);
  const fence = atLineStart(text, at) || announced ? readFence(text, at) : undefined;
  if (!fence) return text[at] === "`" ? skipCodeSpan(text, at) : at + 3;
  if (fence.bodyEnd - fence.bodyStart < 2) return fence.end;
  const alone = text.slice(0, at).trim() === "" && text.slice(fence.end).trim() === "";
  const reading = readFenceBody(context, fence, inline || alone);
  if (reading) found.push({ reading, start: at - (announced ? line.length : 0), end: fence.end });
  return fence.end;
}

function bareBlock(
  context: ParseContext,
  at: number,
  ownLine: boolean,
  inline: boolean,
): UnmarkedBlock | undefined {
  const { text } = context;
  const before = text[at - 1] ?? "\n";
  if (!ownLine && (!inline || !/[\s:：。.!?]/.test(before))) return undefined;
  if (matchAt(begins, text, at) || ownLine) {
    const json = readJsonCalls(context, at, false);
    if (json && !(json.ending === "complete" && isQuoted(text, at, json.end)))
      return { reading: json, start: at, end: json.end, ...(json.text !== undefined && { text: json.text }) };
  }
  if (text[at] !== "[" || !ownLine || !matchAt(listOfPython, text, at)) return undefined;
  const python = readPythonCalls(context, at, true);
  return python && python.ending !== "broken" ? { reading: python, start: at, end: python.end } : undefined;
}

/** `name(key="…")` or `name` and JSON as the whole message. */
export function wholeMessage(context: ParseContext): ParseResult | undefined {
  const text = context.text.trim();
  const whole = contextFor(text, context);
  const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]{0,120}/u.exec(text)?.[0];
  if (name === undefined || !context.tools.spelled(name)) return undefined;
  const python = readPythonCalls(whole, 0, true);
  const positional = python?.candidates.some((candidate) => candidate.arguments.kind === "positional");
  for (const reading of [positional ? undefined : python, readPlainNamed(whole, 0)]) {
    if (consumed(text, reading) || (reading?.ending === "cut" && reading.candidates.length === 0))
      return reading;
  }
  return undefined;
}

/** True if a fence is still open where `text` ends, and prose stands before it. */
function endsInFence(text: string): boolean {
  const lines = text.trim().split("\n");
  const marks = lines.filter((line) => /^[ \t]{0,3}(?:```|~~~)/.test(line));
  return marks.length % 2 === 1 && marks[0] !== lines[0];
}

/** Calls as `Action:` and `Action Input:` that end the message. */
export function reactBlock(
  context: ParseContext,
): (UnmarkedBlock & { text: string; before: string }) | undefined {
  for (const form of context.marks.lines) {
    const react = readReact(context, form);
    if (!react || react.ending === "broken") continue;
    const before = context.text.slice(0, react.start);
    if (endsInFence(before)) continue;
    const { start, end } = react;
    return {
      reading: react,
      start,
      end,
      text: before.replace(form.thoughts, "").trim(),
      before: before.replace(form.thought, ""),
    };
  }
  return undefined;
}

/** The reply up to a result that the model invented. */
export function withoutInventedOutput(context: ParseContext): ParseContext {
  const output = context.marks.inventedFence.exec(context.text)?.index ?? -1;
  return output > 0 ? contextFor(context.text.slice(0, output).trimEnd(), context) : context;
}
