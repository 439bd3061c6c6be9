import { skipBlanks } from "../../json/blanks.ts";
import type { CallCandidate } from "../call-candidate.ts";
import { readJsonCalls } from "../dialects/json-calls.ts";
import { readNamedJson } from "../dialects/named-json.ts";
import { readPythonCalls } from "../dialects/python-call.ts";
import { readReact } from "../dialects/react.ts";
import { contextFor, type ParseContext } from "../parse-context.ts";
import type { ParseResult } from "../parse-result.ts";
import { readMarkedBody } from "./marked-body.ts";
import { type Fence, readFence } from "./protected-text.ts";

/** Calls without marks at the end of a message, where they begin, and the text before them. */
export type Tail = { candidates: CallCandidate[]; start: number; text: string; cut: boolean };

/** Words before a shape that make it an illustration. */
const illustration =
  /\b(?:examples?|e\.g\.|for instance|such as|like this|looks? like|(?:(?:would|could|might|one|they|you)|\w+['’]d) (?:be|look|use|call|send|return|produce|write|output|emit)|format|formats|syntax|template|schema|signature|sample|illustrat\w*|demonstrat\w*|placeholder|hypothetical\w*|do not|don't|never|instead of|you (?:can|could|should|would|may|need to)|users? (?:can|could|should)|how to|here(?:'s| is) (?:how|what)|means|documentation|emits?|prints?|responds? with|returned|received|replied|replies|requested|asked for|previously|earlier|expected|actual output|test case|fixtures?|request body|logged|log (?:says|line|file|entry))\b|\b(?:I|we|you|he|she|they|it|which|that) (?:called|used|ran|sent|wrote|made|executed|invoked)\b|\b(?:response|output|result|payload) (?:is|was|contains|shows)\b|例如|比如|示例|格式|如下所示/i;
const jsonLanguages =
  /^(?:|json[5c]?|jsonl|tool[-_ ]?calls?|tool[-_]?code|tool|tool_use|function[-_]?calls?|action)$/;
const label =
  /(?:^|\n)[ \t]{0,20}\**(?:action|tool[ _]calls?|function[ _]calls?|calls?|json|tool|calling tool)\**[ \t]*:\**[ \t]*$/i;

function isIllustration(before: string): boolean {
  const paragraph = before
    .slice(before.lastIndexOf("```") + 1)
    .trimEnd()
    .split(/\n[ \t]*\n/)
    .slice(-2)
    .join("\n")
    .slice(-600);
  return illustration.test(paragraph);
}

function withoutLabel(before: string): string {
  const spoken = before.trimEnd();
  const at = label.exec(spoken.slice(-80))?.index;
  return at === undefined ? spoken : spoken.slice(0, Math.max(0, spoken.length - 80) + at).trimEnd();
}

function consumed(text: string, reading: ParseResult | undefined): boolean {
  return (
    reading !== undefined && reading.ending === "complete" && skipBlanks(text, reading.end) >= text.length
  );
}

/** The fences that end the text, first to last. */
function trailingFences(text: string): Fence[] {
  const fences: Fence[] = [];
  const opener = /^(?:[ \t]{0,3}|[ \t]*\**(?:action|tool[ _]calls?)\**:[ \t]*)(?=`{3,}|~{3,})/gim;
  for (let match = opener.exec(text); match; match = opener.exec(text)) {
    const fence = readFence(text, match.index + match[0].length);
    opener.lastIndex = Math.max(opener.lastIndex, match.index + 1);
    if (!fence) continue;
    fences.push(fence);
    opener.lastIndex = fence.end;
  }
  let first = fences.length;
  let end = text.trimEnd().length;
  while (first > 0) {
    const fence = fences[first - 1];
    if (!fence || text.slice(fence.end, end).trim() !== "") break;
    end = fence.start;
    first -= 1;
  }
  return fences.slice(first);
}

function readFenceBody(context: ParseContext, fence: Fence, alone: boolean): ParseResult | undefined {
  const body = contextFor(context.text.slice(fence.bodyStart, fence.bodyEnd).trim(), context);
  const first = body.text[0] ?? "";
  if (/^tool_?(?:code|calls?)/.test(fence.language) || (first === "[" && fence.language === "")) {
    const python = readPythonCalls(body, 0, true);
    if (
      python?.ending === "complete" ? consumed(body.text, python) : python?.ending === "cut" && !fence.closed
    )
      return python;
  }
  if (jsonLanguages.test(fence.language) && (first === "{" || first === "[")) {
    const json = readJsonCalls(body, 0, false);
    return consumed(body.text, json) || (json?.ending === "cut" && !fence.closed) ? json : undefined;
  }
  if (!alone || /^(?:python|py|js|javascript|ts|typescript|bash|sh)$/.test(fence.language)) return undefined;
  const marked = /^(?:[<[]|functools\[)/.test(body.text)
    ? readMarkedBody(body, body.text.startsWith("functools") ? 9 : 0)
    : undefined;
  return consumed(body.text, marked) || (marked?.ending === "cut" && !fence.closed) ? marked : undefined;
}

function readFences(context: ParseContext): Tail | undefined {
  const fences = trailingFences(context.text);
  const before = (fence: Fence) => withoutLabel(context.text.slice(0, fence.start));
  const found: CallCandidate[][] = [];
  let tail: Tail | undefined;
  for (const fence of fences.toReversed()) {
    const start = before(fence);
    const reading = readFenceBody(context, fence, start === "" && fences.length === 1);
    if (!reading) break;
    found.push(reading.candidates);
    tail = { candidates: [], start: fence.start, text: start, cut: tail?.cut ?? reading.ending === "cut" };
  }
  if (!tail || isIllustration(tail.text)) return undefined;
  return { ...tail, candidates: found.toReversed().flat() };
}

const lineOpener =
  /^[ \t]*(?:\**(?:action|tool[ _]calls?|function[ _]calls?|calls?|json|tool)\**[ \t]*:[ \t]*)?(?=[{[])/gim;

function readBare(context: ParseContext, latest: number): Tail | undefined {
  const { text } = context;
  lineOpener.lastIndex = 0;
  for (let match = lineOpener.exec(text); match && context.fuel.left > 0; match = lineOpener.exec(text)) {
    if (match.index > latest) return undefined;
    const at = match.index + match[0].length;
    if (match[0].length === 0) lineOpener.lastIndex = at + 1;
    const json = readJsonCalls(context, at, false);
    const whole = consumed(text, json) || json?.ending === "cut";
    const list = whole ? json : readPythonCalls(context, at, true);
    const cutList = list?.ending === "cut" && text[at] === "[";
    if (!list || !(whole || consumed(text, list) || cutList)) continue;
    const before = text.slice(0, match.index);
    if (isIllustration(before)) return undefined;
    const spoken = json && "text" in json && json.text !== undefined ? json.text : "";
    return {
      candidates: list.candidates,
      start: match.index,
      text: [before.trimEnd(), spoken].filter(Boolean).join("\n"),
      cut: list.ending === "cut",
    };
  }
  return undefined;
}

/** `name(key="…")` as a line of its own, or `name` and JSON below it, as the whole message. */
function readAlone(context: ParseContext): Tail | undefined {
  const text = context.text.trim();
  const whole = contextFor(text, context);
  const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]{0,120}/u.exec(text)?.[0];
  if (name === undefined || !context.tools.spelled(name)) return undefined;
  const python = readPythonCalls(whole, 0, true);
  const positional = python?.candidates.some((candidate) => candidate.arguments.kind === "positional");
  const named = readNamedJson(whole, 0);
  for (const reading of [positional ? undefined : python, named]) {
    if (reading && consumed(text, reading))
      return { candidates: reading.candidates, start: 0, text: "", cut: false };
    if (reading?.ending === "cut" && reading.candidates.length === 0)
      return { candidates: [], start: 0, text: "", cut: true };
  }
  return undefined;
}

/** True if a fence is still open where `text` ends, and prose stands before it. */
function endsInFence(text: string): boolean {
  const lines = text.trim().split("\n");
  const marks = lines.filter((line) => /^[ \t]{0,3}(?:```|~~~)/.test(line));
  return marks.length % 2 === 1 && marks[0] !== lines[0];
}

function readReactTail(context: ParseContext): Tail | undefined {
  const react = readReact(context);
  if (!react || react.ending === "broken") return undefined;
  const before = context.text.slice(0, react.start);
  if (endsInFence(before)) return undefined;
  if (isIllustration(before.replace(/^\s*Thought:.*$/gim, ""))) return undefined;
  const text = before.replace(/^[ \t]*\**(?:Thought|Question)\**:.*(?:\n(?![ \t]*\w+:).*)*$/gim, "").trim();
  return { candidates: react.candidates, start: react.start, text, cut: react.ending === "cut" };
}

const inventedOutput = /^(?:```tool_?(?:output|result|response)|Tool (?:result|output|response):)/im;

/**
 * Finds marker-less calls: only where they end the message and nothing says they are an illustration. `latest`: a JSON
 * call that begins behind it is not looked for.
 */
export function readTail(given: ParseContext, latest = Number.POSITIVE_INFINITY): Tail | undefined {
  if (given.text.trim() === "" || given.tools.tools.length === 0) return undefined;
  const output = inventedOutput.exec(given.text)?.index ?? -1;
  const context = output > 0 ? contextFor(given.text.slice(0, output).trimEnd(), given) : given;
  return readFences(context) ?? readReactTail(context) ?? readBare(context, latest) ?? readAlone(context);
}
