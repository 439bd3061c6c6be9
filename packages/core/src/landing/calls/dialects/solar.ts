import { skipBlanks } from "../../json/blanks.ts";
import type { CallCandidate, Field } from "../call-candidate.ts";
import { namePattern } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import { strangerBehind } from "../values/behind-parameters.ts";
import { isLacking } from "../values/lacking.ts";
import { endOfNested, nestedCall } from "../values/nested-call.ts";
import type { OwnMarks } from "../values/own-marks.ts";
import { tornEnd } from "../values/sound-value.ts";
import { tornToken } from "../values/torn-pieces.ts";
import type { Dialect } from "./dialect.ts";
import { readJsonArguments } from "./json-arguments.ts";

const numbered = new RegExp(
  `[\\w-]{0,80}\\s*<\\|tool_call:name\\|>\\s*(${namePattern})\\s*<\\|tool_call:args\\|>\\s*`,
  "uy",
);
const numberedBeginning = /[\w-]{0,80}\s*<\|tool_call:(?:name\|>[^<>{}]{0,120}(?:<[^<>{}]{0,20})?)?$/y;
const named = new RegExp(`(${namePattern})[ \\t]*\\n?\\s*(?=<\\|tool_arg:start\\|>)`, "uy");
const argument = /<\|tool_arg:start\|>([^<>|]{1,120})<\|tool_arg:value\|>/y;
const valueEnd = /<\|tool_(?:arg:(?:end|start)|call:(?:end|start))\|>/g;
/** What a value holds where a mark around it was damaged. */
const ownMark =
  /ool_arg:|<\/tool_(?!calls?>)|<(?!\/tool)[^\w\s]{1,3}tool|<tool_(?!calls?>)|(?:lue|art|\bend)\|>/;
const ownMarks: OwnMarks = {
  fixed: ["<|tool_arg:end|>", "<|tool_call:start|>", "<|tool_call:end|>"],
  named: [["<|tool_arg:start|>", "<|tool_arg:value|>"]],
};
const markEnd = /\|>|<\||\|\W?\s*$|[<>]\W{0,3}\s*$/;
const argumentEnd = "<|tool_arg:end|>";
const callStart = "<|tool_call:start|>";
const callEnd = "<|tool_call:end|>";
const edgeOfValue = /(<\|tool_(?:arg|call):end\|>)|<\|tool_(?:arg|call):start\|>/g;
const edges = /(<\|tool_call:start\|>)|<\|tool_call:end\|>/g;

/** True if a value or the call ends behind the mark at `at`, before another begins: that mark did not end the value. */
function endsLater(text: string, at: number): boolean {
  edgeOfValue.lastIndex = text.startsWith(callEnd, at) ? at + callEnd.length : at;
  return edgeOfValue.exec(text)?.[1] !== undefined;
}

/** The first release: `id<|tool_call:name|>name<|tool_call:args|>{…}`. */
function readNumbered(context: ParseContext, at: number): ParseResult | undefined {
  const head = matchAt(numbered, context.text, at);
  const name = head?.[1];
  if (head && name !== undefined) return readJsonArguments(context, name, at + head[0].length);
  return matchAt(numberedBeginning, context.text, at) ? cut([], context.text.length) : undefined;
}

/** The second: `name`, a line break, `<|tool_arg:start|>key<|tool_arg:value|>text<|tool_arg:end|>`; the text is as it is. */
function readNamed(context: ParseContext, from: number): ParseResult | undefined {
  const { text } = context;
  const head = matchAt(named, text, from);
  const name = head?.[1];
  if (!head || name === undefined) return undefined;
  const fields: Field[] = [];
  const tool = context.tools.find(name);
  /** True if at `place` a parameter opens that the tool does not have, or that was given: it is no next one, and ends no value. */
  const opensStranger = (place: number) => {
    const next = matchAt(argument, text, place)?.[1];
    return next !== undefined && tool !== undefined && !isLacking(tool, fields, next);
  };
  let at = from + head[0].length;
  for (let one = matchAt(argument, text, at); one?.[1] !== undefined; one = matchAt(argument, text, at)) {
    const start = at + one[0].length;
    valueEnd.lastIndex = start;
    const end = valueEnd.exec(text);
    if (!end) return cut([], text.length);
    const closed = end[0] === argumentEnd;
    if (end[0] === callStart) return broken([], endOfNested(text, end.index, edges), nestedCall);
    const value = text.slice(start, end.index);
    const damaged =
      ownMark.test(value) ||
      (!closed && (markEnd.test(value) || tornEnd(value, ownMarks) !== undefined)) ||
      tornToken(value, ownMarks) !== undefined ||
      (!closed && (endsLater(text, end.index) || opensStranger(end.index)));
    const unclear = damaged ? `the value of ${one[1]} holds another's marks` : undefined;
    fields.push({ name: one[1], text: closed ? value : value.replace(/\n$/, ""), unclear });
    at = skipBlanks(text, closed ? end.index + argumentEnd.length : end.index);
  }
  const stranger = strangerBehind(context, at, true);
  const candidate: CallCandidate = { name, arguments: { kind: "fields", fields, behind: stranger?.what } };
  if (stranger) return complete([candidate], stranger.until);
  if (text.startsWith("<|tool_call:end|>", at)) return complete([candidate], at);
  const rest = text.slice(at, at + 200);
  if (rest === "") return complete([{ ...candidate, open: "value" }], at);
  return /^<\|?[\w:|]{0,30}>?[^<>]{0,120}(?:<[^<>]{0,20})?$/.test(rest)
    ? cut([], text.length)
    : complete([candidate], at);
}

export const solar: Dialect = {
  name: "solar",
  begins: /[\p{L}\p{N}_<-]/u,
  marked: (context, at) => readNumbered(context, at) ?? readNamed(context, at),
};
