import { skipBlanks } from "../../json/blanks.ts";
import { namePattern } from "../names.ts";
import { matchAt, type ParseContext } from "../parse-context.ts";
import { broken, complete, cut, type ParseResult } from "../parse-result.ts";
import type { Dialect } from "./dialect.ts";
import { crossesMark } from "./json-arguments.ts";
import { readJsonCalls } from "./json-calls.ts";

const mark = /<\|content_invoke_tool_(json|text)\|>/y;
const nameBefore = new RegExp(`(?:<\\|message_model\\|>\\s*|^\\s*|\\n)(${namePattern})\\s*$`, "u");
const nextMark = /<\|(?:end_message|message_model|content_\w{1,30})\|>/g;

/** `<|message_model|>name<|content_invoke_tool_json|>{"name":…,"args":…}<|end_message|>`; both names are the same. */
function readInkling(context: ParseContext, at: number): ParseResult | undefined {
  const { text, tools } = context;
  const opener = matchAt(mark, text, at);
  if (!opener) return undefined;
  const start = skipBlanks(text, at + opener[0].length);
  const before = nameBefore.exec(text.slice(Math.max(0, at - 160), at));
  const name = before?.[1];
  const from = before && name !== undefined && tools.find(name) ? at - before[0].trimStart().length : at;
  if (opener[1] === "text") {
    nextMark.lastIndex = start;
    const end = nextMark.exec(text)?.index ?? -1;
    const limit = end < 0 ? text.length : end;
    if (name === undefined) return broken([], limit, "the call names no tool");
    const body = text.slice(at + opener[0].length, limit);
    if (end < 0) return { ...cut([], limit), from };
    return { ...complete([{ name, arguments: { kind: "text", text: body } }], limit), from };
  }
  const calls = readJsonCalls(context, start, true);
  if (!calls) return start >= text.length ? { ...cut([], text.length), from } : undefined;
  const other = calls.candidates.find(
    (one) => name !== undefined && tools.find(name) !== tools.find(one.name),
  );
  if (crossesMark(text, start, calls.end))
    return { ...broken([], start, "the call is not valid JSON"), from };
  const known = name !== undefined && tools.find(name) !== undefined;
  if (other && known)
    return { ...broken([], calls.end, "the call is announced by another tool's name"), from };
  return { ...calls, from };
}

export const inkling: Dialect = { name: "inkling", begins: /</, alone: readInkling };
